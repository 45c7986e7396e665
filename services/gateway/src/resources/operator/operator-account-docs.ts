import * as schema from '../../route-docs/schema-builders';
import { docsOf, listOf } from './docs-of';
import { examples } from './operator-examples';
import {
  accountChangeBody,
  accountsQuery,
  creditBody,
  newAccountBody,
  operatorKeyBody,
} from './operator-requests';

const { account, at, key, secret } = examples;

export const accountDocs = {
  list: docsOf({
    id: 'operatorAccounts',
    summary: 'List the accounts',
    description: 'Newest first.',
    query: accountsQuery,
    data: schema.cursorPageOf('OperatorAccount'),
    example: { items: [account], pagination: { limit: 20, next_cursor: null } },
  }),
  create: docsOf({
    id: 'operatorCreateAccount',
    summary: 'Create an account',
    description: 'With a first key of the role `owner`, whose secret is in this response only.',
    status: 201,
    body: newAccountBody,
    data: schema.refTo('OperatorNewAccount'),
    request: { name: account.name, tariff: 'standard', credits: 1000 },
    example: {
      ...{ ...account, balance: 1000, reserved: 0, charged: 0, stored_bytes: 0 },
      ...{ key: { ...key, secret }, webhook_secret: 'whsec_c2VjcmV0' },
    },
  }),
  get: docsOf({
    id: 'operatorAccount',
    summary: 'Read an account',
    data: schema.refTo('OperatorAccount'),
    example: account,
  }),
  change: docsOf({
    id: 'operatorChangeAccount',
    summary: 'Change the tariff, suspend, end a suspension',
    description:
      'Absent fields stay. It takes effect within 5 s. A suspended account reads, but begins no work.',
    body: accountChangeBody,
    data: schema.refTo('OperatorAccount'),
    request: { suspended: true },
    example: { ...account, suspended_at: at },
  }),
  credit: docsOf({
    id: 'operatorAddCredit',
    summary: 'Add credits to an account',
    description: 'Or subtract them. The ledger of the account gets an entry.',
    body: creditBody,
    headers: ['Idempotency-Key'],
    data: schema.refTo('OperatorAccount'),
    request: { credits: 100.5 },
    example: { ...account, balance: 1000.5 },
  }),
};

export const keyDocs = {
  list: docsOf({
    id: 'operatorKeys',
    summary: 'List the keys of an account',
    data: listOf('Key'),
    example: { items: [key] },
  }),
  create: docsOf({
    id: 'operatorCreateKey',
    summary: 'Create a key of an account',
    description: 'The secret is in this response only.',
    status: 201,
    body: operatorKeyBody,
    data: schema.refTo('NewKey'),
    errors: ['FORBIDDEN'],
    request: { role: 'owner' },
    example: { ...key, secret },
  }),
  deactivate: docsOf({
    id: 'operatorDeactivateKey',
    summary: 'Deactivate a key of an account',
    description: 'It is refused at once, also if it is the last one.',
    data: schema.refTo('Key'),
    example: { ...key, active: false },
  }),
};
