import { checkBody } from '../src/validation/check-body';
import { piiBody } from '../src/resources/shortcuts/shortcut-requests';
import { taskBody } from '../src/resources/tasks/creation/task-request';

/** An array that counts how often one of its items is read. */
function watched(items: unknown[]): { items: unknown[]; reads: () => number } {
  let reads = 0;
  const proxy = new Proxy(items, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { items: proxy, reads: () => reads };
}

const lists = ['entity_types', 'allow_list', 'deny_list', 'patterns', 'metadata'];
test.each(lists)('no item of a %s that is too long is read', (field) => {
  const list = watched(Array(75_000).fill('x'));
  const { issues } = checkBody(piiBody, { input: 'x', [field]: list.items });
  expect(issues.map((issue) => issue.field)).toEqual([field]);
  expect(list.reads()).toBe(0);
});

test('a list is validated until one more issue is found than is reported', () => {
  const list = watched(Array(1_000).fill(0));
  const { issues } = checkBody(piiBody, { input: 'x', allow_list: list.items });
  expect([issues.length, list.reads()]).toEqual([51, 51]);
});

test('the lists of one body share the maximum number of issues', () => {
  const lists = Array.from({ length: 20 }, () => watched(Array(30).fill(0)));
  const steps = lists.map(({ items }) => ({ name: 'depersonalize', options: { allow_list: items } }));
  checkBody(taskBody, { input: 'x', steps });
  expect(lists.map((list) => list.reads()).filter((reads) => reads > 0)).toEqual([30, 21]);
});

test('a text far over its limit is rejected without counting its characters', () => {
  const spy = jest.spyOn(String.prototype, 'charCodeAt');
  const { issues } = checkBody(piiBody, { input: 'я'.repeat(200_001) });
  const units = spy.mock.calls.length;
  spy.mockRestore();
  expect([issues.map(({ field }) => field), units]).toEqual([['input'], 0]);
});
