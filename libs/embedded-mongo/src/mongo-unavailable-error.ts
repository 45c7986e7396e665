import { OperatorError } from '@medley/kit';

/** No MongoDB can be started on this machine or for this directory; the message lists the alternatives. */
export class MongoUnavailableError extends OperatorError {
  override name = 'MongoUnavailableError';
}

/** Appends the alternatives of the operator to a problem. */
export function withAlternatives(problem: string): string {
  return [
    problem,
    'Medley needs a MongoDB. Any one of these helps:',
    '  - set MONGO_URL to a MongoDB of your own, for example MONGO_URL=mongodb://127.0.0.1:27017/medley',
    '  - install MongoDB so that `mongod` is on the PATH',
    '  - run everything with docker compose: docker compose up',
  ].join('\n');
}
