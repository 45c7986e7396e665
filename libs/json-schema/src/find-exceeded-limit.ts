import { schemaLimits } from './schema-limits';

/** `JSON.parse` reads a number beyond the range of a double as one of these. */
const infinities: readonly unknown[] = [Infinity, -Infinity];

interface Measure {
  /** Nesting of objects and arrays; a flat object has depth 1. */
  depth: number;
  /** Number of objects and arrays. */
  nodes: number;
  longestPattern: number;
  /** Whether a number was read as Infinity, such as `1e400`: it cannot be written as JSON again. */
  hasInfinity: boolean;
}

/**
 * Check a schema against `schemaLimits` before a thread compiles it; returns an error message that begins with "must", or null.
 */
export function findExceededLimit(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return 'must be an object';
  const { depth, nodes, longestPattern, hasInfinity } = measure(schema, {
    depth: schemaLimits.depthMax,
    nodes: schemaLimits.nodesMax,
  });
  if (depth > schemaLimits.depthMax) return `must not be nested deeper than ${schemaLimits.depthMax} levels`;
  if (nodes > schemaLimits.nodesMax)
    return `must not have more than ${schemaLimits.nodesMax} objects and arrays`;
  if (longestPattern > schemaLimits.patternMax)
    return `must not have a pattern longer than ${schemaLimits.patternMax} characters`;
  if (hasInfinity) return 'must not have numbers beyond what JSON readers can hold';
  if (Buffer.byteLength(JSON.stringify(schema)) > schemaLimits.bytesMax) {
    return `must not be larger than ${schemaLimits.bytesMax / 1024} KiB`;
  }
  return null;
}

/** Whether objects and arrays are nested deeper than `max` levels. Iterative, so deep values cannot overflow the stack. */
export function exceedsDepth(value: unknown, max: number): boolean {
  return measure(value, { depth: max, nodes: Infinity }).depth > max;
}

interface Open {
  value: object;
  depth: number;
}

/** Measures until a limit is exceeded. */
function measure(root: unknown, limit: { depth: number; nodes: number }): Measure {
  const found: Measure = { depth: 0, nodes: 0, longestPattern: 0, hasInfinity: false };
  const open: Open[] = [];
  // Leaves are not pushed on the stack: values of models have hundreds of thousands of them.
  const look = (value: unknown, depth: number): void => {
    if (typeof value === 'object' && value !== null) open.push({ value, depth });
    else found.hasInfinity ||= infinities.includes(value);
  };
  look(root, 1);
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    found.nodes += 1;
    found.depth = Math.max(found.depth, depth);
    if (found.depth > limit.depth || found.nodes > limit.nodes) break;
    if (Array.isArray(value)) {
      for (const child of value as unknown[]) look(child, depth + 1);
      continue;
    }
    found.longestPattern = Math.max(found.longestPattern, longestPatternOf(value));
    for (const child of Object.values(value)) look(child, depth + 1);
  }
  return found;
}

function longestPatternOf(node: object): number {
  const { pattern, patternProperties } = node as { pattern?: unknown; patternProperties?: unknown };
  const keys =
    typeof patternProperties === 'object' && patternProperties !== null ? Object.keys(patternProperties) : [];
  return Math.max(typeof pattern === 'string' ? pattern.length : 0, ...keys.map((key) => key.length), 0);
}
