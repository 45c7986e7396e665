/** Where a value differs from its schema, and the Joi rule that it breaks. Never has values, because it is logged. */
export interface Fault {
  path: readonly (string | number)[];
  rule: string;
}

/** The part of Joi's `describe()` output that is compiled. */
export interface Described {
  type?: string;
  flags?: { presence?: string; only?: boolean; unknown?: boolean; description?: string };
  allow?: unknown[];
  rules?: { name: string; args?: { limit?: unknown } }[];
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described }[];
}

/** One pass over a value. */
export interface Scan {
  allowsUnknown: boolean;
  /** Set when an unknown field was seen. */
  hasUnknown: boolean;
}

export type Test = (value: unknown, scan: Scan) => Fault | null;

export interface CheckNode {
  test: Test;
  /** The valid value without unknown fields. */
  strip(value: unknown): unknown;
}

const faults = new Map<string, Fault>();

/** A fault at the value itself; one object for each rule. */
export function faultOf(rule: string): Fault {
  const known = faults.get(rule);
  if (known) return known;
  const fault = { path: [], rule };
  faults.set(rule, fault);
  return fault;
}
