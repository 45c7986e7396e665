import { OperatorError } from '@medley/kit';

/** No database engine can be had on this machine or for this directory; the message says what to do. */
export class EngineUnavailableError extends OperatorError {
  override name = 'EngineUnavailableError';
}

/** Every problem with the engine ends with what the operator can do instead. */
export function withWaysOut(problem: string): string {
  return [
    problem,
    'Medley needs a MongoDB. Any one of these helps:',
    '  - set MONGO_URL to a MongoDB of your own, for example MONGO_URL=mongodb://127.0.0.1:27017/medley',
    '  - install MongoDB so that `mongod` is on the PATH',
    '  - run everything with docker compose: docker compose up',
  ].join('\n');
}
