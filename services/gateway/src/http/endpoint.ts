import type { Request, Response } from 'express';
import type { Caller } from '../callers/caller';
import type { Method } from './route';

/** A path whose requests need an API key and are handled by a library, which speaks a protocol of its own. */
export interface Endpoint {
  /** Express paths. */
  paths: readonly string[];
  /** What a key needs: the role of this route. */
  roleOf: { method: Method; path: string };
  /** The body of a request is a file: it has the limits of uploads. */
  streamsBody: boolean;
  handle(caller: Caller, exchange: { request: Request; response: Response }): Promise<void>;
}
