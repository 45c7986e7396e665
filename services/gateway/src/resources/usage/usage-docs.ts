import type { JsonSchema } from '@medley/contracts';
import type { RouteDocs } from '../../route-docs/route-docs';
import * as schema from '../../route-docs/schema-builders';
import { exampleIds } from '../tasks/examples/example-tasks';
import type { UsageAmounts, UsageRow } from './summarize-usage';
import { ledgerQuery, usageGroups, usageQuery } from './usage-requests';

/** An entry of the ledger; amounts are credits, signed as they change the account. */
export interface PublicLedgerEntry {
  id: string;
  kind: string;
  task_id: string | null;
  key_id: string | null;
  balance: number;
  reserved: number;
  charged: number;
  created_at: string;
}

const amounts: Record<keyof UsageAmounts, JsonSchema> = {
  tasks: schema.count,
  minutes: schema.describedNumber('Of media, input of all steps.'),
  characters: schema.count,
  tokens: { ...schema.count, description: 'Input and output of language models.' },
  credits: schema.describedNumber('Charged.'),
};

export const usageSchemas = {
  LedgerEntry: schema.recordOf<PublicLedgerEntry>({
    id: schema.text,
    kind: schema.choiceOf(['opening', 'credit', 'reserve', 'settle', 'refund']),
    task_id: schema.orNull(schema.uuid),
    key_id: schema.orNull({ ...schema.uuid, description: 'The key that created the task; of settlements.' }),
    balance: schema.describedNumber('Change of the balance, in credits.'),
    reserved: schema.describedNumber('Change of the reserved credits.'),
    charged: schema.describedNumber('Change of the charged credits.'),
    created_at: schema.timestamp,
  }),
  LedgerPage: schema.recordOf<{ items: unknown; pagination: unknown }>({
    items: schema.listOf(schema.refTo('LedgerEntry')),
    pagination: schema.recordOf<{ limit: number; next_cursor: string | null }>({
      limit: schema.count,
      next_cursor: schema.orNull(schema.describedText('For `cursor`; null on the last page.')),
    }),
  }),
  UsageAmounts: schema.recordOf<UsageAmounts>(amounts),
  UsageRow: schema.recordOf<UsageRow>({
    group: schema.orNull(
      schema.describedText('The day, the kind of step, or the id of the key; null: unknown.'),
    ),
    ...amounts,
  }),
  Usage: schema.recordOf<{ from: string; to: string; group_by: string; items: unknown; total: unknown }>({
    from: { type: 'string', format: 'date' },
    to: { type: 'string', format: 'date' },
    group_by: schema.choiceOf(usageGroups),
    items: schema.listOf(schema.refTo('UsageRow')),
    total: schema.refTo('UsageAmounts'),
  }),
} satisfies Record<string, JsonSchema>;

const used: UsageAmounts = { tasks: 3, minutes: 92.5, characters: 41_200, tokens: 12_840, credits: 18.25 };
const entry: PublicLedgerEntry = {
  id: `${exampleIds.task}:settle`,
  kind: 'settle',
  task_id: exampleIds.task,
  key_id: exampleIds.key,
  balance: 0.4,
  reserved: -1.5,
  charged: 1.1,
  created_at: '2026-03-02T09:30:41.900Z',
};

export const usageDocs: Readonly<Record<'ledger' | 'usage', RouteDocs>> = {
  ledger: {
    id: 'listLedger',
    tag: 'Account',
    summary: 'List what changed your balance',
    description:
      'For owners. Newest first. The sums of all entries are the amounts of `GET /balance`. The `opening` entry is what ' +
      'the account began with, or the sum of all entries up to its `created_at` that are no longer kept.',
    query: ledgerQuery,
    success: { status: 200, description: 'A page of entries.', data: schema.refTo('LedgerPage') },
    errors: ['VALIDATION_ERROR'],
    examples: [
      {
        name: 'settlement',
        summary: 'A task was settled',
        query: { limit: '1' },
        response: { data: { items: [entry], pagination: { limit: 1, next_cursor: null } } },
      },
    ],
  },
  usage: {
    id: 'getUsage',
    tag: 'Account',
    summary: 'Read what your tasks used and cost',
    description:
      'Tasks count on the UTC day of their settlement, shortly after their end. At most 366 days. With ' +
      '`group_by=step`, a task counts for each kind of its completed steps.',
    query: usageQuery,
    success: { status: 200, description: 'The usage.', data: schema.refTo('Usage') },
    errors: ['VALIDATION_ERROR'],
    examples: [
      {
        name: 'days',
        summary: 'By day',
        query: { from: '2026-03-01', to: '2026-03-31', group_by: 'day' },
        response: {
          data: {
            ...{ from: '2026-03-01', to: '2026-03-31', group_by: 'day' },
            items: [{ group: '2026-03-02', ...used }],
            total: used,
          },
        },
      },
    ],
  },
};
