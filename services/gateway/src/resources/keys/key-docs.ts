import { budgetPeriodNames, keyRoles, type JsonSchema } from '@medley/contracts';
import { pageQuery } from '../../http/read-query';
import type { RouteDocs } from '../../route-docs/route-docs';
import * as schema from '../../route-docs/schema-builders';
import { exampleIds } from '../tasks/examples/example-tasks';
import { keyChangeBody, newKeyBody } from './key-requests';
import type { PublicBudget, PublicKey } from './key-view';

const fields: Record<keyof PublicKey, JsonSchema> = {
  id: schema.uuid,
  name: schema.orNull(schema.text),
  role: schema.choiceOf(keyRoles, '`owner`: everything; `tasks`: all but keys, secrets, ledger; `read`.'),
  active: schema.boolean,
  last4: schema.describedText('The last four characters of the secret.'),
  created_at: schema.timestamp,
  expires_at: schema.orNull(schema.timestamp),
  last_used_at: schema.orNull(schema.timestamp),
  budget: schema.orNull(schema.refTo('KeyBudget')),
};

export const keySchemas = {
  Key: schema.recordOf<PublicKey>(fields),
  KeyBudget: schema.recordOf<PublicBudget>({
    credits: schema.describedNumber('What tasks of this key may cost in a period.'),
    period: schema.choiceOf(budgetPeriodNames, 'A day or a month, in UTC.'),
    spent: schema.describedNumber('Credits charged and reserved by tasks that were created in this period.'),
    resets_at: schema.timestamp,
  }),
  NewKey: schema.recordOf<PublicKey & { secret: string }>({
    ...fields,
    secret: schema.describedText('The API key. It is in this response only: store it.'),
  }),
} satisfies Record<string, JsonSchema>;

const key: PublicKey = {
  id: exampleIds.key,
  name: 'nightly transcripts',
  role: 'tasks',
  active: true,
  last4: 'x9Qk',
  created_at: '2026-03-02T09:30:00.000Z',
  expires_at: null,
  last_used_at: '2026-03-02T11:02:10.000Z',
  budget: { credits: 50, period: 'day', spent: 12.4, resets_at: '2026-03-03T00:00:00.000Z' },
};
const secret = 'sk-3q2-7wR1uKf0Zr8dYpEo5sJcVnTbLhGmXaIqU4Nx9Qk';

export const keyDocs: Readonly<Record<'create' | 'list' | 'current' | 'change' | 'delete', RouteDocs>> = {
  create: {
    id: 'createKey',
    tag: 'Account',
    summary: 'Create an API key',
    description: 'For owners. The secret is in this response only.',
    body: newKeyBody,
    headers: ['Idempotency-Key', 'Prefer'],
    success: {
      status: 201,
      description: 'The key.',
      data: schema.refTo('NewKey'),
      headers: ['Location', 'Preference-Applied', 'Idempotency-Replayed'],
    },
    errors: ['FORBIDDEN'],
    examples: [
      {
        name: 'tasks',
        summary: 'For a service that creates tasks',
        body: { name: key.name, role: 'tasks', budget: { credits: 50, period: 'day' } },
        response: {
          data: { ...key, last_used_at: null, budget: key.budget && { ...key.budget, spent: 0 }, secret },
        },
      },
    ],
  },
  list: {
    id: 'listKeys',
    tag: 'Account',
    summary: 'List the API keys',
    description: 'For owners. Newest first, with those that are inactive or have expired.',
    query: pageQuery,
    success: { status: 200, description: 'A page of keys.', data: schema.pageOf('Key') },
    errors: ['VALIDATION_ERROR'],
    examples: [
      {
        name: 'keys',
        summary: 'One key',
        query: { limit: '20', offset: '0' },
        response: { data: { items: [key], pagination: { total: 1, limit: 20, offset: 0 } } },
      },
    ],
  },
  current: {
    id: 'currentKey',
    tag: 'Account',
    summary: 'The API key of this request',
    description: 'For every role: tells a program, or the console, what its key may do.',
    success: { status: 200, description: 'The key.', data: schema.refTo('Key') },
    errors: [],
    examples: [{ name: 'current', summary: 'A key for tasks', response: { data: key } }],
  },
  change: {
    id: 'changeKey',
    tag: 'Account',
    summary: 'Change an API key',
    description: 'For owners. Absent fields stay. It takes effect at once.',
    body: keyChangeBody,
    success: { status: 200, description: 'The changed key.', data: schema.refTo('Key') },
    errors: ['NOT_FOUND', 'LAST_OWNER_KEY'],
    examples: [
      {
        name: 'deactivated',
        summary: 'Deactivate it',
        body: { active: false },
        response: { data: { ...key, active: false } },
      },
    ],
  },
  delete: {
    id: 'deleteKey',
    tag: 'Account',
    summary: 'Delete an API key',
    description: 'For owners. It is refused at once.',
    success: { status: 200, description: 'The deleted key.', data: schema.refTo('Key') },
    errors: ['NOT_FOUND', 'LAST_OWNER_KEY'],
    examples: [{ name: 'deleted', summary: 'It is gone', response: { data: key } }],
  },
};
