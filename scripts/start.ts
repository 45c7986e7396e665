import { setFlagsFromString } from 'node:v8';
import { runService } from '@medley/kit';
import { findFirstAccount, type FirstAccount } from './first-account';
import { prepareGround } from './prepare-ground';
import { say } from './run-steps';
import { startSchema, type StartSettings } from './start-config';
import { startServices } from './start-services';

// Left alone, V8 lets the heap of this process grow to four times what lives in it before it cleans up. One process that
// holds eight services on somebody's machine had better stay small; `npm start` keeps the young generation small too.
setFlagsFromString('--heap-growing-percent=25');

/** `npm start`: every service in this one process, on what is embedded unless AMQP_URL and MONGO_URL say otherwise. */
void runService<StartSettings>({
  name: 'medley',
  schema: startSchema,
  start: async (context) => {
    const ground = await prepareGround(context);
    const { url } = await startServices(context, ground);
    const account = await findFirstAccount(ground.stores, ground.dataDir);
    say(greeting(url, account, ground.dataDir));
  },
});

function greeting(url: string, account: FirstAccount, dataDir: string): string {
  const body = JSON.stringify({ input: 'Позвоните Ивану Петрову: +7 916 123-45-67, ivan@example.com' });
  return `
Medley is ready at ${url}
  API key         ${account.api_key}
  Webhook secret  ${account.webhook_secret}
  API reference   ${url}/docs
  Data            ${dataDir}

Try it:
  curl -s ${url}/api/v1/pii -H 'Authorization: Bearer ${account.api_key}' -H 'Prefer: wait=10' -d '${body}'

Ctrl-C stops it; what is unfinished goes on at the next start.
`;
}
