import { setFlagsFromString } from 'node:v8';
import { runService } from '@medley/kit';
import {
  allInOneSchema,
  openBackends,
  startAllServices,
  type AllInOneSettings,
  type Backends,
} from '@medley/all-in-one';
import { findFirstAccount, type FirstAccount } from './first-account';

// By default V8 lets the heap grow to four times the live data before a full collection. Eight services in one process on
// a person's own machine must stay small; `npm start` also limits the young generation.
setFlagsFromString('--heap-growing-percent=25');

/** `npm start`: every service in this process, on the embedded backends unless AMQP_URL and MONGO_URL are set. */
runService<AllInOneSettings>({
  name: 'medley',
  schema: allInOneSchema,
  warnsOfTypos: false,
  start: async (context) => {
    const backends = await openBackends(context, say);
    const { urls } = await startAllServices(context, backends);
    const account = await findFirstAccount(backends.stores, backends.dataDir);
    say(greeting(urls[0] ?? '', account, backends));
  },
});

function greeting(
  url: string,
  account: FirstAccount,
  { dataDir, env }: Pick<Backends, 'dataDir' | 'env'>,
): string {
  const body = JSON.stringify({ input: 'Позвоните Ивану Петрову: +7 916 123-45-67, ivan@example.com' });
  return `
Medley is ready at ${url}
  API key         ${account.api_key}
  Webhook secret  ${account.webhook_secret}
  Console         ${url}/console#key=${account.api_key}
  Operator        ${url}/console/operator#key=${env['OPERATOR_KEY'] ?? ''}
  API reference   ${url}/docs
  Data            ${dataDir}

Try it:
  curl -s ${url}/api/v1/pii -H 'Authorization: Bearer ${account.api_key}' -H 'Prefer: wait=10' -d '${body}'

Ctrl-C stops it; what is unfinished goes on at the next start.
`;
}

/** A line for the person at the terminal. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
