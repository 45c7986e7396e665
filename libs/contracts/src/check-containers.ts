import { faultOf, type CheckNode, type Described, type Fault, type Scan, type Test } from './check-node';
import { limitsOf } from './check-scalars';

type Fields = Record<string, unknown>;

/** Compiles a schema inside of another one. */
type Compile = (described: Described) => CheckNode;

/** An object with the given fields; without any, an object of any fields. */
export function objectNode({ keys, flags = {}, rules = [] }: Described, compile: Compile): CheckNode {
  if (rules.length > 0) throw new RangeError('a message schema cannot have rules of an object');
  const isObject = (value: unknown): value is Fields =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!keys) {
    return { test: (value) => (isObject(value) ? null : faultOf('object.base')), strip: (value) => value };
  }
  const fields = Object.entries(keys).map(([key, described]) => ({ key, ...compile(described) }));
  const known = new Set(Object.keys(keys));
  const keepsUnknown = flags.unknown === true;
  return {
    test: (value, scan) => {
      if (!isObject(value)) return faultOf('object.base');
      let present = 0;
      for (const { key, test } of fields) {
        const field = value[key];
        if (field !== undefined) present += 1;
        const fault = test(field, scan);
        if (fault) return below(key, fault);
      }
      return keepsUnknown || Object.keys(value).length === present ? null : unknownField(value, known, scan);
    },
    strip: (value) => {
      const copy: Fields = keepsUnknown ? { ...(value as Fields) } : {};
      for (const { key, strip } of fields) {
        const field = (value as Fields)[key];
        if (field !== undefined) copy[key] = strip(field);
      }
      return copy;
    },
  };
}

function unknownField(value: Fields, known: ReadonlySet<string>, scan: Scan): Fault | null {
  const key = Object.keys(value).find((one) => !known.has(one));
  if (key === undefined) return null;
  scan.hasUnknown = true;
  return scan.allowsUnknown ? null : below(key, faultOf('object.unknown'));
}

function below(key: string | number, { path, rule }: Fault): Fault {
  return { path: [key, ...path], rule };
}

/** An array whose items all match one schema. */
export function arrayNode(described: Described, compile: Compile): CheckNode {
  const [only, ...more] = described.items ?? [];
  const limits = limitsOf(described, (value) => (value as unknown[]).length);
  if (!only || more.length > 0)
    throw new RangeError('an array of a message schema needs one schema of items');
  const item = compile(only);
  return {
    strip: (value) => (value as unknown[]).map((one) => item.strip(one)),
    test: (value, scan) => {
      if (!Array.isArray(value)) return faultOf('array.base');
      for (const [index, one] of value.entries()) {
        const fault = one === undefined ? faultOf('array.sparse') : item.test(one, scan);
        if (fault) return below(index, fault);
      }
      return limits(value);
    },
  };
}

/** A value that matches at least one of several schemas. */
export function alternativesNode({ matches = [] }: Described, compile: Compile): CheckNode {
  const choices = matches.map(({ schema }) => {
    if (!schema) throw new RangeError('a message schema cannot have conditions');
    return compile(schema);
  });
  return {
    test: (value, scan) => {
      const failures: Fault[] = [];
      const { hasUnknown } = scan;
      for (const { test } of choices) {
        const fault = test(value, scan);
        if (!fault) return null;
        // What a schema saw that does not match is no reason to copy the value.
        scan.hasUnknown = hasUnknown;
        failures.push(fault);
      }
      return worstOf(failures);
    },
    strip: (value) => firstMatch(choices, value).strip(value),
  };
}

function firstMatch(choices: readonly CheckNode[], value: unknown): { strip(value: unknown): unknown } {
  const matches = (test: Test): boolean => test(value, { allowsUnknown: true, hasUnknown: false }) === null;
  return choices.find(({ test }) => matches(test)) ?? { strip: (one) => one };
}

/** As Joi reports that no alternative matches: the only one that has the right type, else all of them at once. */
function worstOf(failures: readonly Fault[]): Fault {
  const [first] = failures;
  if (failures.length === 1 && first) return first;
  const complex = failures.filter(
    ({ path, rule }) => path.length > 0 || (rule !== 'any.only' && !rule.endsWith('.base')),
  );
  const [only] = complex;
  if (!only) return faultOf('alternatives.types');
  return complex.length === 1 ? only : faultOf('alternatives.match');
}
