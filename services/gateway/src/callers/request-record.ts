import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseTraceparent } from '@medley/contracts';
import { requestIdOf } from './request-id';
import type { Caller } from './caller';

/** What is logged of a request and kept with the tasks that it creates; filled while the request is served. */
export interface RequestRecord {
  /** `X-Request-Id`. */
  readonly id: string;
  /** W3C trace context that new tasks belong to; undefined: to none. */
  traceparent: string | undefined;
  /** Null before authentication, and for routes without it. */
  caller: Pick<Caller, 'accountId' | 'keyId' | 'keyLast4'> | null;
  /** Ids of the tasks that the request has created. */
  readonly taskIds: string[];
  /** Of the error response; null: none was sent. */
  errorCode: string | null;
}

const records = new WeakMap<ServerResponse, RequestRecord>();

/** Begin the record of a request. */
export function openRecord(request: IncomingMessage, response: ServerResponse): RequestRecord {
  const header = request.headers['traceparent'];
  const record: RequestRecord = {
    ...emptyRecord(requestIdOf(request.headers['x-request-id'])),
    traceparent: parseTraceparent(typeof header === 'string' ? header : undefined) ?? undefined,
  };
  records.set(response, record);
  return record;
}

/** A record for work that no request began. */
export function emptyRecord(id: string): RequestRecord {
  return { id, traceparent: undefined, caller: null, taskIds: [], errorCode: null };
}

/** The record of the request that this response answers. */
export function recordOf(response: ServerResponse): RequestRecord {
  const record = records.get(response);
  if (!record) throw new Error('the request has no record');
  return record;
}
