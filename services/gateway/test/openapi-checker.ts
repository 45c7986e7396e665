import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Record<string, unknown>>; examples: Record<string, Example> };
}

interface Example {
  value: unknown;
}

interface Content {
  schema: object;
  examples?: Record<string, Example>;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: object; examples?: Record<string, Example> }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { headers?: object; content?: Record<string, Content> }>;
  servers?: { url: string }[];
}

export interface OpenApiChecker {
  /** Validation errors of a value by the schema at this path of the document; empty when it is valid. */
  issues(place: readonly string[], value: unknown): string[];
}

/** Validate values by the schemas of a document. `closed`: undocumented fields are errors. */
export function checkerOf(document: OpenApiDocument, closed: boolean): OpenApiChecker {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(closed ? (close(document) as object) : document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return {
    issues(place, value) {
      const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
      const check = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${encodeURI(pointer)}` });
      compiled.set(pointer, check);
      check(value);
      return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}

/** The document with `additionalProperties: false`, except in parts of an `allOf`, which define only some properties. */
function close(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(close);
  const entries = Object.entries(node).map(([key, value]) => [key, key === 'allOf' ? value : close(value)]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  const isOpen =
    copy['type'] === 'object' && copy['properties'] && copy['additionalProperties'] === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
