import { createJsonSchemaChecker, type JsonSchemaChecker } from '@medley/json-schema';
import fc from 'fast-check';
import { busiestTurn } from '@medley/testing';

let checker: JsonSchemaChecker;
beforeAll(() => (checker = createJsonSchemaChecker()));
afterAll(() => checker.close());

/** Ajv compares whole objects by means that such keys confuse: it then finds a fault, never a false match. */
const confusingKeys = /"(?:toString|valueOf|constructor)"/;

describe('a value', () => {
  test('that fits has no faults', async () => {
    const schema = { type: 'object', properties: { mail: { format: 'email' } }, required: ['mail'] };
    await expect(checker.validate(schema, { mail: 'a@example.com' })).resolves.toEqual([]);
  });

  test('that does not fit gets every fault with its JSON Pointer', async () => {
    const schema = {
      type: 'object',
      properties: {
        people: { type: 'array', items: { type: 'object', properties: { age: { type: 'integer' } } } },
        'a/b': { enum: ['x', 'y'] },
        mail: { format: 'email' },
      },
      required: ['toString'],
      additionalProperties: false,
    };
    const value = { people: [{ age: 1 }, { age: 'two' }], 'a/b': 'z', mail: 'none', more: 1 };
    const faults = await checker.validate(schema, value);
    expect(faults).toHaveLength(5);
    expect(faults).toEqual(
      expect.arrayContaining([
        { path: '/', message: "must have required property 'toString'" },
        { path: '/', message: 'must NOT have additional properties: "more"' },
        { path: '/people/1/age', message: 'must be integer' },
        { path: '/a~1b', message: 'must be equal to one of the allowed values: ["x","y"]' },
        { path: '/mail', message: 'must match format "email"' },
      ]),
    );
  });

  test('gets at most twenty faults', async () => {
    const faults = await checker.validate(
      { items: { type: 'string' } },
      Array.from({ length: 500 }, () => 1),
    );
    expect(faults).toHaveLength(20);
  });

  const anyJson = fc.json().filter((text) => !confusingKeys.test(text));

  test('of any kind is taken as JSON takes it, and fits the schema of its own type', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (text) => {
        const value = JSON.parse(text) as unknown;
        const faults = await checker.validate({ const: value }, value);
        expect(faults).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test.each(['toString', 'valueOf', 'constructor'])(
    'with a key %s never matches by accident',
    async (key) => {
      const schema = { const: { [key]: { a: 1 } } };
      await expect(checker.validate(schema, { [key]: { a: 2 } })).resolves.not.toEqual([]);
      await expect(
        checker.validate({ properties: { [key]: { type: 'string' } } }, { [key]: 's' }),
      ).resolves.toEqual([]);
    },
  );

  test('nested too deep is a fault, not a crash', async () => {
    const text = '['.repeat(50_000) + ']'.repeat(50_000);
    await expect(checker.validate({}, JSON.parse(text))).resolves.toEqual([
      { path: '/', message: 'must not be nested deeper than 64 levels' },
    ]);
  });
});

describe('a check without end', () => {
  const evil = { type: 'string', pattern: '^(a|a)*$' };
  const bait = `${'a'.repeat(60)}!`;

  test('ends after a second and leaves the event loop free', async () => {
    const busiest = await busiestTurn(async () => {
      const faults = await checker.validate(evil, bait);
      expect(faults).toEqual([{ path: '/', message: 'could not be checked by the schema within 1 s' }]);
    }, 200);
    expect(busiest).toBeLessThan(200);
  });

  test('delays the other checks only briefly, and their results are correct', async () => {
    const jobs = [evil, evil, { type: 'number' }, { type: 'string' }].map((schema) =>
      checker.validate(schema, bait),
    );
    const [first, second, third, fourth] = await Promise.all(jobs);
    expect(first).toEqual(second);
    expect(third).toEqual([{ path: '/', message: 'must be number' }]);
    expect(fourth).toEqual([]);
  });

  test('does not keep a closed checker from being used again', async () => {
    const own = createJsonSchemaChecker();
    await expect(own.check({})).resolves.toBeNull();
    await own.close();
    await expect(own.check({})).resolves.toBeNull();
    await own.close();
  });
});
