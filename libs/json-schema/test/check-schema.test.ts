import { createJsonSchemaChecker, type JsonSchemaChecker } from '@medley/json-schema';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const draft7 = 'http://json-schema.org/draft-07/schema#';

/** An object nested so deep that it has `depth` levels. */
function nested(depth: number): object {
  return Array.from({ length: depth - 1 }).reduce<object>((inner) => ({ not: inner }), {});
}

let checker: JsonSchemaChecker;
beforeAll(() => (checker = createJsonSchemaChecker()));
afterAll(() => checker.close());

describe('a schema', () => {
  test.each([
    ['empty', {}],
    ['of draft 2020-12', { $schema: draft2020, prefixItems: [{ type: 'string' }], items: false }],
    ['of draft-07', { $schema: draft7, items: [{ type: 'string' }], additionalItems: false }],
    ['of draft-07 without $schema', { items: [{ type: 'string' }] }],
    ['recursive', { properties: { children: { items: { $ref: '#' } } } }],
    ['with definitions', { $defs: { a: { type: 'integer' } }, $ref: '#/$defs/a' }],
    ['with an id of its own', { $id: 'https://example.com/a.json', type: 'object' }],
    ['with unknown formats and keywords', { format: 'phone', 'x-note': 'hi', example: 1 }],
    [
      'with names that objects inherit',
      { properties: { constructor: { type: 'string' } }, required: ['toString'] },
    ],
    ['with a pattern that may take exponential time', { pattern: '^(a+)+$' }],
    ['with an absurd length', { minLength: 1e308 }],
    ['with keys of any kind', { properties: { $where: {}, 'a.b': {}, '\u0000': {} } }],
    ['at the greatest depth', nested(16)],
    ['with as many nodes as there may be', { allOf: Array.from({ length: 998 }, () => ({})) }],
    ['with a pattern of 200 characters', { pattern: 'a'.repeat(200) }],
  ])('is accepted when it is %s', async (_, schema) => {
    await expect(checker.check(schema)).resolves.toBeNull();
  });

  test.each([
    ['no object', 'x', /^must be an object$/],
    ['a list', [{}], /^must be an object$/],
    ['null', null, /^must be an object$/],
    [
      'of an unknown type',
      { type: 'strin' },
      /^is no valid JSON Schema: schema\/type must be equal to one of/,
    ],
    [
      'of draft-04',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      /\$schema must name draft 2020-12 or draft-07/,
    ],
    [
      'of draft 2020-12 by its $schema and of draft-07 by its keywords',
      { $schema: draft2020, items: [{}] },
      /schema\/items must be/,
    ],
    ['with a broken pattern', { pattern: '(' }, /Invalid regular expression/],
    ['with a number beyond the range of a double', { maximum: Infinity }, /^must not have numbers beyond/],
    [
      'with a remote reference',
      { $ref: 'http://169.254.169.254/latest' },
      /only references inside the schema are followed/,
    ],
    ['with a dangling reference', { $ref: '#/$defs/none' }, /can't resolve reference/],
    ['its own definition', { $ref: '#' }, /refers to itself without end/],
    [
      'a circle',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      /refers to itself without end/,
    ],
    ['a promise', { $async: true }, /\$async/],
    ['a promise inside', { properties: { a: { $async: true, type: 'string' } } }, /async/],
    ['with $data', { properties: { a: { maximum: { $data: '1/b' } } } }, /maximum must be number/],
    ['one level too deep', nested(17), /^must not be nested deeper than 16 levels$/],
    ['deep enough to overflow a stack', nested(20_000), /^must not be nested deeper than 16 levels$/],
    [
      'with a thousand branches',
      { allOf: Array.from({ length: 1_000 }, () => ({})) },
      /^must not have more than 1000 objects and arrays$/,
    ],
    ['larger than 64 KiB', { description: 'x'.repeat(65_536) }, /^must not be larger than 64 KiB$/],
    [
      'with an enum of 50,000',
      { enum: Array.from({ length: 50_000 }, (_, i) => i) },
      /^must not be larger than 64 KiB$/,
    ],
    [
      'with a long pattern',
      { pattern: 'a'.repeat(201) },
      /^must not have a pattern longer than 200 characters$/,
    ],
    [
      'with a long pattern for names',
      { patternProperties: { ['a'.repeat(201)]: {} } },
      /^must not have a pattern longer than 200 characters$/,
    ],
  ])('is refused when it is %s', async (_, schema, problem) => {
    await expect(checker.check(schema)).resolves.toMatch(problem);
  });

  test('is not known to the next one by its id', async () => {
    const $id = 'https://example.com/shared.json';
    await expect(checker.check({ $id, type: 'string' })).resolves.toBeNull();
    await expect(checker.check({ $id, type: 'integer' })).resolves.toBeNull();
    await expect(checker.check({ $ref: $id })).resolves.toMatch(/can't resolve reference/);
  });

  test('never makes the checker fetch anything', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/schema`;
    await checker.check({ $ref: address });
    await checker.check({ $schema: address });
    await checker.check({ $id: address, $dynamicRef: `${address}#x` });
    await checker.validate({ items: { $ref: address } }, [1]);
    expect(asked).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });
});
