import type { mongo } from 'mongoose';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { getOrRegister } from '@medley/kit';

const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 5];

/** Commands that name a collection, as labels; others are `other`, so that the number of time series has a bound. */
const OPERATIONS: ReadonlySet<string> = new Set([
  'aggregate', 'bulkWrite', 'count', 'createIndexes', 'delete', 'distinct', 'find', 'findAndModify', 'getMore', 'insert',
  'update',
]); // prettier-ignore

/** Measures every command that the driver sends. */
export interface CommandMetrics {
  observe(client: mongo.MongoClient): void;
}

/** Metrics of the commands of all connections of a process. */
export function createCommandMetrics(registry: Registry): CommandMetrics {
  const registers = [registry];
  const labelNames = ['collection', 'operation'];
  const seconds = getOrRegister(registry, 'medley_store_command_seconds', (name) => {
    const help = 'Time from sending a database command to its answer';
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  });
  const failures = getOrRegister(registry, 'medley_store_command_failures_total', (name) => {
    const help = 'Database commands that the server refused or that got no answer';
    return new Counter({ name, help, labelNames, registers });
  });
  return {
    observe: (client) => {
      // The events of an end do not say which collection the command was for.
      const collections = new Map<number, string>();
      const labelsOf = ({ requestId, commandName }: { requestId: number; commandName: string }) => {
        const collection = collections.get(requestId) ?? 'none';
        collections.delete(requestId);
        return { collection, operation: OPERATIONS.has(commandName) ? commandName : 'other' };
      };
      client
        .on('commandStarted', ({ requestId, commandName, command }) => {
          if (OPERATIONS.has(commandName)) collections.set(requestId, collectionOf(commandName, command));
        })
        .on('commandSucceeded', (event) => seconds.observe(labelsOf(event), event.duration / 1_000))
        .on('commandFailed', (event) => {
          const labels = labelsOf(event);
          failures.inc(labels);
          seconds.observe(labels, event.duration / 1_000);
        });
    },
  };
}

function collectionOf(name: string, command: mongo.Document): string {
  const value: unknown = name === 'getMore' ? command['collection'] : command[name];
  return typeof value === 'string' ? value : 'several';
}

/** The difference of the clock of this process to that of the database, read when the metrics are scraped. */
export function showClockOffset(registry: Registry, databaseTime: () => Date): void {
  getOrRegister(registry, 'medley_store_clock_offset_seconds', (name) => {
    return new Gauge({
      name,
      help: 'By how much the clock of this machine is ahead of the clock of the database',
      registers: [registry],
      collect() {
        this.set((Date.now() - databaseTime().getTime()) / 1_000);
      },
    });
  });
}
