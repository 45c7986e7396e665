import { join } from 'node:path';
import type { Backends } from '@medley/all-in-one';
import type { FirstAccountState } from './first-account';

type Facts = Pick<Backends, 'dataDir' | 'env' | 'isOperatorKeyNew'>;

/**
 * What `npm start` prints when it is ready. Secrets are printed once, at their making; later the files that hold them are
 * named. `account` is null on a database of the operator's own, where no account is made.
 */
export function greeting(url: string, account: FirstAccountState | null, facts: Facts): string {
  const key = account?.state === 'made' ? `#key=${account.account.api_key}` : '';
  return [
    '',
    `Medley is ready at ${url}`,
    ...accountLines(account),
    `  Console         ${url}/console${key}`,
    `  Operator        ${url}/console/operator${operatorKey(facts)}`,
    `  API reference   ${url}/docs`,
    `  Data            ${facts.dataDir}`,
    '',
    ...tryLines(url, account),
    'Ctrl-C stops it; what is unfinished goes on at the next start.',
    '',
  ].join('\n');
}

function accountLines(account: FirstAccountState | null): string[] {
  if (!account) {
    return ['  API key         npm run -s admin -- account create --name NAME makes an account and its key'];
  }
  if (account.state === 'made') {
    return [
      `  API key         ${account.account.api_key}`,
      `  Webhook secret  ${account.account.webhook_secret}`,
      `  both are kept in ${account.file} and not printed again`,
    ];
  }
  if (account.state === 'kept') return [`  API key         in ${account.file}`];
  return [
    `  API key         ${account.file} has no valid one: npm run -s admin -- key create --account ${account.accountId}`,
  ];
}

function operatorKey({ dataDir, env, isOperatorKeyNew }: Facts): string {
  if (isOperatorKeyNew === null) return ' (the key is OPERATOR_KEY)';
  if (isOperatorKeyNew) return `#key=${env['OPERATOR_KEY'] ?? ''}`;
  return ` (the key is in ${join(dataDir, 'operator.key')})`;
}

function tryLines(url: string, account: FirstAccountState | null): string[] {
  if (!account || account.state === 'lost') return [];
  const key =
    account.state === 'made'
      ? `'Authorization: Bearer ${account.account.api_key}'`
      : `"Authorization: Bearer $(node -p "require('${account.file}').api_key")"`;
  const body = JSON.stringify({ input: 'Позвоните Ивану Петрову: +7 916 123-45-67, ivan@example.com' });
  return ['Try it:', `  curl -s ${url}/api/v1/pii -H ${key} -H 'Prefer: wait=10' -d '${body}'`, ''];
}
