import type { Call, Route } from './route';

/** A request with the key of the operator. */
export interface OperatorCall extends Pick<Call, 'params' | 'query' | 'body' | 'header' | 'fingerprint'> {
  /** Log a change that this request made, with ids only. */
  log(change: string, ids?: Readonly<Record<string, string | number>>): void;
}

/** A route for the operator. Paths are relative to `/api/v1` and begin with `/operator`. */
export type OperatorRoute = Pick<Route, 'method' | 'path' | 'docs' | 'body'> & {
  handle(call: OperatorCall): ReturnType<Route['handle']>;
};
