import { checkBody } from '../src/validation/check-body';
import { piiBody, taskBody } from '../src/validation/task-schemas';

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

test.each(['entity_types', 'allow_list', 'metadata'])(
  'no item of a %s that is too long is looked at',
  (field) => {
    const list = watched(Array(75_000).fill('x'));
    const { faults } = checkBody(piiBody, { input: 'x', [field]: list.items });
    expect(faults.map((fault) => fault.field)).toEqual([field]);
    expect(list.reads()).toBe(0);
  },
);

test('a list is looked at until one fault more is found than can be told', () => {
  const list = watched(Array(1_000).fill(0));
  const { faults } = checkBody(piiBody, { input: 'x', allow_list: list.items });
  expect([faults.length, list.reads()]).toEqual([51, 51]);
});

test('the lists of one body share what they may find', () => {
  const lists = Array.from({ length: 20 }, () => watched(Array(30).fill(0)));
  const steps = lists.map(({ items }) => ({ name: 'depersonalize', options: { allow_list: items } }));
  checkBody(taskBody, { input: 'x', steps });
  expect(lists.map((list) => list.reads()).filter((reads) => reads > 0)).toEqual([30, 21]);
});

test('a text far over its limit is refused by its length alone', () => {
  const spy = jest.spyOn(String.prototype, 'charCodeAt');
  const { faults } = checkBody(piiBody, { input: 'я'.repeat(200_001) });
  const units = spy.mock.calls.length;
  spy.mockRestore();
  expect([faults.map(({ field }) => field), units]).toEqual([['input'], 0]);
});
