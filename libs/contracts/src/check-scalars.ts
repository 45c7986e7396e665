import { faultOf, type Described, type Fault, type Test } from './check-node';

/** The test of a text, number or boolean; `any` allows everything. */
export function scalarTest(described: Described): Test {
  const { type } = described;
  if (type === 'any') return () => null;
  if (type === 'boolean') return (value) => (typeof value === 'boolean' ? null : faultOf('boolean.base'));
  if (type === 'string') {
    const limits = limitsOf(described, (value) => (value as string).length);
    return (value) => {
      if (value === '') return faultOf('string.empty');
      return typeof value === 'string' ? limits(value) : faultOf('string.base');
    };
  }
  if (type === 'number') {
    const limits = limitsOf(described, (value) => value as number);
    return (value) => numberFault(value) ?? limits(value);
  }
  throw new RangeError(`a message schema cannot have the type ${type}`);
}

function numberFault(value: unknown): Fault | null {
  if (value === Infinity || value === -Infinity) return faultOf('number.infinity');
  if (typeof value !== 'number' || Number.isNaN(value)) return faultOf('number.base');
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? faultOf('number.unsafe') : null;
}

type Limits = (value: unknown) => Fault | null;

/** The rules of a string, number or array in their order; `sizeOf` is what they limit. */
export function limitsOf({ type, rules = [] }: Described, sizeOf: (value: unknown) => number): Limits {
  const steps = rules.map(({ name, args }) => {
    const fault = faultOf(`${type}.${name}`);
    const holds = sizeRule(`${type}.${name}`, args?.limit);
    return { fault, holds };
  });
  return (value) => {
    const size = sizeOf(value);
    for (const { fault, holds } of steps) if (!holds(size)) return fault;
    return null;
  };
}

function sizeRule(rule: string, limit: unknown): (size: number) => boolean {
  if (rule === 'number.integer') return Number.isInteger;
  if (typeof limit === 'number' && rule.endsWith('.min')) return (size) => size >= limit;
  if (typeof limit === 'number' && rule.endsWith('.max')) return (size) => size <= limit;
  throw new RangeError(`a message schema cannot have the rule ${rule}`);
}
