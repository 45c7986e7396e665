import { startSpan, type Span } from '@medley/tracing';
import type { mongo } from 'mongoose';

/** A span for each command that is sent within a span. Names of commands and collections only, never queries or data. */
export function traceCommands(client: mongo.MongoClient): void {
  const open = new Map<number, Span>();
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    const collection: unknown = command[commandName];
    const target = typeof collection === 'string' ? ` ${collection}` : '';
    const span = startSpan(`${commandName}${target}`, {
      kind: 'client',
      attributes: {
        'db.system.name': 'mongodb',
        'db.operation.name': commandName,
        'db.namespace': databaseName,
        ...(typeof collection === 'string' && { 'db.collection.name': collection }),
      },
    });
    if (span.traceparent !== undefined) open.set(requestId, span);
  });
  const end = (requestId: number, failure?: Error): void => {
    const span = open.get(requestId);
    open.delete(requestId);
    if (failure) span?.fail(failure.name);
    span?.end();
  };
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
}
