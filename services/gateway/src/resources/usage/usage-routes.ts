import { toCredits } from '@medley/contracts';
import type { LedgerEntry, Stores } from '@medley/store';
import { ok } from '../../http/response';
import type { Route } from '../../http/route';
import { readQuery } from '../../http/read-query';
import { validationError } from '../../validation/validation-error';
import { writeCursor } from './ledger-cursor';
import { summarizeUsage } from './summarize-usage';
import { usageDocs, type PublicLedgerEntry } from './usage-docs';
import { usageLimits } from './usage-limits';
import { ledgerQuery, usageQuery, type UsageQuery } from './usage-requests';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export function usageRoutes(stores: Pick<Stores, 'accounts' | 'usage' | 'now'>): Route[] {
  return [
    {
      method: 'get',
      path: '/ledger',
      docs: usageDocs.ledger,
      async handle({ caller, query }) {
        const { limit, cursor = null } = readQuery(ledgerQuery, query);
        // One more than shown tells whether there is a next page.
        const found = await stores.accounts.ledgerAfter(caller.accountId, cursor, limit + 1);
        const shown = found.slice(0, limit);
        const last = found.length > limit ? shown.at(-1) : undefined;
        const pagination = { limit, next_cursor: last ? writeCursor(last) : null };
        return ok({ items: shown.map(showEntry), pagination });
      },
    },
    {
      method: 'get',
      path: '/usage',
      docs: usageDocs.usage,
      async handle({ caller, query }) {
        const asked = readQuery(usageQuery, query);
        const { from, to } = periodOf(asked, stores.now());
        const cells = await stores.usage.read(caller.accountId, { from, to });
        return ok({ from, to, group_by: asked.group_by, ...summarizeUsage(cells, asked.group_by) });
      },
    },
  ];
}

/** @throws AppError VALIDATION_ERROR */
function periodOf({ from, to }: UsageQuery, now: Date): { from: string; to: string } {
  const last = to ?? now.toISOString().slice(0, 10);
  const end = Date.parse(last);
  const first = from ?? new Date(end - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = (end - Date.parse(first)) / DAY_MS + 1;
  if (days < 1) throw validationError([{ field: 'from', message: 'must not be after to' }]);
  if (days > usageLimits.periodDays) {
    const message = `must not be more than ${usageLimits.periodDays} days before to`;
    throw validationError([{ field: 'from', message }]);
  }
  return { from: first, to: last };
}

function showEntry(entry: LedgerEntry): PublicLedgerEntry {
  return {
    id: entry.id,
    kind: entry.kind,
    task_id: entry.task_id,
    key_id: entry.key_id ?? null,
    balance: toCredits(entry.balance),
    reserved: toCredits(entry.reserved),
    charged: toCredits(entry.charged),
    created_at: entry.at.toISOString(),
  };
}
