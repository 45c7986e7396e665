import type { RequestHandler } from 'express';
import type { RouteDocs } from '../route-docs/route-docs';

/** A route outside `/api/v1` that needs no API key; its responses have no envelope. */
export interface PublicRoute {
  /** Path in the API reference. */
  path: string;
  methods: readonly ('get' | 'head')[];
  docs: RouteDocs;
  /** Path or pattern for the router. */
  mountPath: string | RegExp;
  handle: RequestHandler;
}
