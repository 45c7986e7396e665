import type Joi from 'joi';
import type { ApiErrorCode, JsonSchema } from '@medley/contracts';
import type { RequestHeader, ResponseHeader } from './headers';

/** The tags of the OpenAPI document in order, with their descriptions. */
export const tags = {
  Tasks: 'Create tasks, read them, cancel and delete them.',
  Shortcuts: 'Tasks with fixed steps, in one flat body.',
  'Events and webhooks': 'Learn about the progress and the end of a task without polling.',
  Pipelines: 'Named step graphs that tasks refer to by `pipeline_id`.',
  Uploads: 'Files of your own instead of links.',
  Catalogue: 'Steps and prompt templates.',
  Account: 'Balance and tariff.',
  'OpenAI’s speech API': 'For programs written for OpenAI: paths at the root, errors in its shape.',
  Operator: 'With the key of the operator: accounts, queues, dead letters, health of all processes.',
  'Files and service': 'Without an API key: signed links to files, health, metrics.',
} as const;
type Tag = keyof typeof tags;

/** The documentation of one route in the OpenAPI document. */
export interface RouteDocs {
  /** The `operationId`. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  /** The schemas by which the handler validates; they are converted to JSON Schema. */
  body?: Joi.Schema;
  query?: Joi.Schema;
  /** The body is a file, or a form with the part `file`. */
  file?: boolean;
  headers?: readonly RequestHeader[];
  success: SuccessDocs;
  /** Error codes in addition to those that follow from path, body and headers. */
  errors?: readonly ApiErrorCode[];
  examples: readonly [RouteExample, ...RouteExample[]];
}

export interface SuccessDocs {
  status: 200 | 201 | 202;
  description: string;
  /** Schema of `data` in the envelope. */
  data?: JsonSchema;
  /** Schemas of responses without an envelope, by media type. */
  types?: Readonly<Record<string, JsonSchema>>;
  headers?: readonly ResponseHeader[];
}

/** A valid request and its response. A test sends each of them. */
export interface RouteExample {
  name: string;
  summary: string;
  body?: object;
  /** An object: `name[key]=value` for each of its members. */
  query?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  response: { data: unknown } | { type: string; text: string };
}
