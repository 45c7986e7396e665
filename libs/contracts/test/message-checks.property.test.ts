import { checkOfMessage, compileCheck, messageCatalogue, type MessageName } from '@medley/contracts';
import fc from 'fast-check';
import Joi from 'joi';

const report = { task_id: 't', step_id: 's', attempt: 1, elapsed_ms: 12.5 };
const media = { blob: 'b', content_type: 'audio/mpeg', size: 3, duration: null };
const blob = { blob: 'b', size: 3, characters: 2 };
const inline = { inline: '' };
const failure = { outcome: 'failed', error: { code: 'A', message: '', retryable: false } };

/** Bodies that use every field of every variant. */
const bodies: Readonly<Record<MessageName, readonly object[]>> = {
  'task.submitted': [{ task_id: 't', is_sent: true }],
  'task.requested': [{ task_id: 't' }],
  'task.finished': [{ task_id: 't' }],
  'step.run': [
    {
      task_id: 't',
      step_id: 's',
      kind: 'llm',
      attempt: 1,
      input: { url: 'http://a', text: inline, media, mapping: blob },
      options: '{}',
      deadline_at: '2030-01-01T00:00:00.000Z',
      media_seconds_max: 1,
      following: [{ step_id: 'n', kind: 'restore', options: '{}', characters_max: 9, mapping: inline }],
      sent_at: '2030-01-01T00:00:00.000Z',
      resent: true,
      share_reports: false,
      passes_on_words: true,
      traceparent: '00',
    },
  ],
  'step.finished': [
    {
      ...report,
      outcome: 'completed',
      output: inline,
      text: blob,
      media,
      mapping: null,
      usage: { media_seconds: 1, characters: 2 },
    },
    {
      ...report,
      ...failure,
      following: [{ step_id: 'n', attempt: 1, elapsed_ms: 1, ended_ms_ago: 1, ...failure }],
      continues_with: 'n',
      worker: 'w',
    },
  ],
  'step.alive': [{ ...report, progress: 0.5, worker: 'w' }],
  'step.claim': [{ task_id: 't', step_id: 's', attempt: 1, worker: 'w', redelivered: true }],
};

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    '',
    'completed',
    'failed',
    'llm',
    [],
    {},
    inline,
    blob,
    media,
  ),
  fc.constantFrom<unknown>(NaN, Infinity, -Infinity, -0, 0, -1, 1, 1.5, 2 ** 53, '1', 'x'.repeat(201)),
  fc.anything({ withDate: true, withSparseArray: false }),
);
const newKey = fc.constantFrom('extra', 'inline', 'blob', 'error', 'constructor', 'toString', '0');
/** Replaces, removes or adds the field that the numbers lead to. */
const mutation = fc.record({
  turns: fc.array(fc.nat(20), { maxLength: 4 }),
  change: fc.constantFrom<'set' | 'remove' | 'add'>('set', 'remove', 'add'),
  key: newKey,
  value: anyValue,
});
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

function mutate(body: object, { turns, change, key, value: shared }: Mutation): void {
  const value: unknown = structuredClone(shared);
  let target = body as Record<string, unknown>;
  let field = '';
  for (const turn of turns) {
    const keys = Object.keys(target);
    field = keys[turn % Math.max(1, keys.length)] ?? key;
    const child = target[field];
    if (typeof child !== 'object' || child === null) break;
    target = child as Record<string, unknown>;
  }
  // JSON cannot give an array a field, and Joi would call its `constructor`.
  if (Array.isArray(target) && !Object.hasOwn(target, field)) target.push(value);
  else if (Array.isArray(target) && change === 'add') target.push(value);
  else if (change === 'add' || !(field in target)) target[key] = value;
  else if (change === 'remove') Reflect.deleteProperty(target, field);
  else target[field] = value;
}

const faultOf = (error: Joi.ValidationError | undefined): object | null => {
  const [detail] = error?.details ?? [];
  return detail ? { path: detail.path, rule: detail.type } : null;
};

/** Bodies travel as JSON, which has no negative zero; Joi makes it a positive one. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const names = Object.keys(messageCatalogue) as MessageName[];

test.each(names)('%s: the compiled check finds what Joi finds, and reads what Joi reads', (name) => {
  const { schema } = messageCatalogue[name];
  const check = checkOfMessage(name);
  const cases = fc.tuple(fc.constantFrom(...bodies[name]), fc.array(mutation, { maxLength: 3 }));
  let valid = 0;
  let invalid = 0;
  const compare = ([body, mutations]: [object, Mutation[]]): void => {
    const value = structuredClone(body);
    for (const one of mutations) mutate(value, one);
    const published = faultOf(schema.validate(value, { convert: false }).error);
    expect(check.find(value)).toEqual(published);
    const received = schema.validate(value, { convert: false, stripUnknown: true });
    const read = check.read(value);
    expect(read.fault).toEqual(faultOf(received.error));
    if (read.fault === null) expect(asJson(read.value)).toEqual(asJson(received.value));
    if (published === null) valid += 1;
    else invalid += 1;
  };
  fc.assert(fc.property(cases, compare), { numRuns: 1_500 });
  for (const body of bodies[name]) expect(check.find(body)).toBeNull();
  expect(Math.min(valid, invalid)).toBeGreaterThan(50);
});

test('a value that is no object is refused as Joi refuses it', () => {
  const agree = (value: unknown): void => {
    for (const name of names) {
      const { error } = messageCatalogue[name].schema.validate(value, { convert: false });
      expect(checkOfMessage(name).find(value)).toEqual(faultOf(error));
    }
  };
  fc.assert(fc.property(anyValue, agree));
});

test('a field named __proto__ is dropped and provides no fields', () => {
  const check = checkOfMessage('task.finished');
  expect(check.read(JSON.parse('{"__proto__":{"task_id":"t"}}'))).toEqual({
    fault: { path: ['task_id'], rule: 'any.required' },
  });
  const read = check.read(JSON.parse('{"task_id":"t","__proto__":{"polluted":1}}'));
  expect(read).toEqual({ fault: null, value: { task_id: 't' } });
});

const arrays = Joi.object({
  items: Joi.array()
    .items(Joi.object({ id: Joi.string().required() }))
    .min(1)
    .max(3),
});

test('lists agree with Joi', () => {
  const check = compileCheck(arrays);
  const item = fc.oneof(fc.constant({ id: 'a' }), fc.constant({ id: 'a', extra: 1 }), anyValue);
  const agree = (items: unknown): void => {
    const { error, value } = arrays.validate({ items }, { convert: false, stripUnknown: true });
    const read = check.read({ items });
    expect(read.fault).toEqual(faultOf(error));
    if (read.fault === null) expect(asJson(read.value)).toEqual(asJson(value));
  };
  fc.assert(fc.property(fc.oneof(fc.array(item, { maxLength: 4 }), anyValue), agree), { numRuns: 1_000 });
});

test.each([
  ['a default', Joi.object({ a: Joi.number().default(1) })],
  ['a pattern', Joi.object({ a: Joi.string().pattern(/a/) })],
  ['a custom rule', Joi.object({ a: Joi.string().custom((value: string) => value) })],
  ['a condition', Joi.object({ a: Joi.any().when('b', { is: 1, then: Joi.required() }), b: Joi.any() })],
  ['a forbidden field', Joi.object({ a: Joi.forbidden() })],
  ['two fields that exclude each other', Joi.object({ a: Joi.any(), b: Joi.any() }).xor('a', 'b')],
  ['a reference', Joi.object({ a: Joi.number().min(Joi.ref('b')), b: Joi.number() })],
  ['a date', Joi.object({ a: Joi.date() })],
])('a schema with %s is refused, because its check would be incomplete', (_what, schema) => {
  expect(() => compileCheck(schema)).toThrow(RangeError);
});
