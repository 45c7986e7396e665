import type Joi from 'joi';
import { alternativesNode, arrayNode, objectNode } from './check-containers';
import { faultOf, type CheckNode, type Described, type Fault } from './check-node';
import { scalarTest } from './check-scalars';

const KNOWN_PARTS = new Set(['type', 'flags', 'allow', 'rules', 'keys', 'items', 'matches']);
const KNOWN_FLAGS = new Set(['presence', 'only', 'unknown', 'description']);

/** A schema as plain functions. Joi itself takes ten to twenty times as long for a message. */
export interface CompiledCheck {
  /** The first fault, or null. Unknown fields are faults. */
  find(value: unknown): Fault | null;
  /** The value without unknown fields (a copy only if it has any), or its first fault. */
  read(value: unknown): { fault: Fault } | { fault: null; value: unknown };
}

/**
 * Compiles a Joi schema; the result agrees with `validate(value, { convert: false })`.
 * @throws RangeError when the schema has a rule that is not supported here, so that none is ignored
 */
export function compileCheck(schema: Joi.Schema): CompiledCheck {
  const { test, strip } = compileNode(schema.describe());
  return {
    find: (value) => test(value, { allowsUnknown: false, hasUnknown: false }),
    read: (value) => {
      const scan = { allowsUnknown: true, hasUnknown: false };
      const fault = test(value, scan);
      return fault ? { fault } : { fault, value: scan.hasUnknown ? strip(value) : value };
    },
  };
}

/** Compiles one part of a schema in the order of Joi: presence, allowed values, type, rules. */
function compileNode(described: Described): CheckNode {
  refuseUnsupported(described);
  const { flags = {}, allow = [] } = described;
  const { test, strip } = ofType(described);
  const allowed = new Set(allow);
  const ifAbsent = flags.presence === 'required' ? faultOf('any.required') : null;
  return {
    strip: (value) => (value === undefined || allowed.has(value) ? value : strip(value)),
    test: (value, scan) => {
      if (value === undefined) return ifAbsent;
      if (allowed.has(value)) return null;
      return flags.only ? faultOf('any.only') : test(value, scan);
    },
  };
}

function refuseUnsupported(described: Described): void {
  const { flags = {} } = described;
  const parts = Object.keys(described).filter((part) => !KNOWN_PARTS.has(part));
  const unknownFlags = Object.keys(flags).filter((flag) => !KNOWN_FLAGS.has(flag));
  const presence =
    flags.presence === undefined || ['required', 'optional'].includes(flags.presence) ? [] : ['presence'];
  const found = [...parts, ...unknownFlags, ...presence];
  if (found.length > 0) throw new RangeError(`a message schema cannot have: ${found.join(', ')}`);
}

function ofType(described: Described): CheckNode {
  const { type } = described;
  if (type === 'object') return objectNode(described, compileNode);
  if (type === 'array') return arrayNode(described, compileNode);
  if (type === 'alternatives') return alternativesNode(described, compileNode);
  return { test: scalarTest(described), strip: (value) => value };
}
