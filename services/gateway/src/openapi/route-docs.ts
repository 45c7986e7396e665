import type Joi from 'joi';
import type { ApiErrorCode, JsonSchema } from '@medley/contracts';
import type { RequestHeader, ResponseHeader } from './headers';

/** The chapters of the reference, in order. */
export const tags = {
  Tasks: 'Create tasks, read them, cancel and delete them.',
  Shortcuts: 'Tasks with fixed steps, in one flat body.',
  'Events and webhooks': 'How to hear of a task without asking again and again.',
  Pipelines: 'Named step graphs that tasks refer to by `pipeline_id`.',
  Catalogue: 'What there is to choose from.',
  Account: 'What is left to spend.',
  'Files and service': 'Needs no key: signed links to files, health, metrics.',
} as const;
type Tag = keyof typeof tags;

/** What the reference says of one route. Every row of the interface carries one, next to its handler. */
export interface RouteDocs {
  /** The `operationId`: what a generated client calls it. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  /** The very schemas the handler validates with. */
  body?: Joi.Schema;
  query?: Joi.Schema;
  headers?: readonly RequestHeader[];
  success: SuccessDocs;
  /** Codes beyond those that follow from the path, the body and the headers. */
  errors?: readonly ApiErrorCode[];
  examples: readonly [RouteExample, ...RouteExample[]];
}

export interface SuccessDocs {
  status: 200 | 201 | 202;
  description: string;
  /** Of `data` in the envelope. */
  data?: JsonSchema;
  /** Of answers without envelope, by media type. */
  types?: Readonly<Record<string, JsonSchema>>;
  headers?: readonly ResponseHeader[];
}

/** A request that works as it stands, and an answer to it. */
export interface RouteExample {
  name: string;
  summary: string;
  body?: object;
  query?: Readonly<Record<string, string>>;
  answer: { data: unknown } | { type: string; text: string };
}
