import { setFlagsFromString } from 'node:v8';
import { runService } from '@medley/kit';
import {
  allInOneSchema,
  findAllFaults,
  openBackends,
  startAllServices,
  type AllInOneSettings,
} from '@medley/all-in-one';
import { findFirstAccount } from './first-account';
import { greeting } from './greeting';

// By default V8 lets the heap grow to four times the live data before a full collection. Eight services in one process on
// a person's own machine must stay small; `npm start` also limits the young generation.
setFlagsFromString('--heap-growing-percent=25');

/** `npm start`: every service in this process, on the embedded backends unless AMQP_URL and MONGO_URL are set. */
runService<AllInOneSettings>({
  name: 'medley',
  schema: allInOneSchema,
  warnsOfTypos: false,
  findFaults: findAllFaults,
  start: async (context) => {
    const backends = await openBackends(context, say);
    const { urls } = await startAllServices(context, backends);
    // Nobody expects an account with credits in a database of their own.
    const isOwnDatabase = context.config.MONGO_URL !== undefined;
    const account = isOwnDatabase ? null : await findFirstAccount(backends.stores, backends.dataDir);
    say(greeting(urls[0] ?? '', account, backends));
  },
});

/** A line for the person at the terminal. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
