import Joi from 'joi';
import type { LedgerPosition } from '@medley/store';
import { pageFields } from '../../http/read-query';
import { readCursor } from './ledger-cursor';

export interface LedgerQuery {
  limit: number;
  cursor?: LedgerPosition;
}

export const ledgerQuery: Joi.ObjectSchema<LedgerQuery> = Joi.object<LedgerQuery>({
  limit: pageFields.limit,
  cursor: Joi.string()
    .custom((value: string, helpers) => readCursor(value) ?? helpers.message({ custom: 'is not a cursor' }))
    .description('`pagination.next_cursor` of the page before.'),
}).unknown(true);

export const usageGroups = ['day', 'step', 'key'] as const;
export type UsageGroup = (typeof usageGroups)[number];

const day = Joi.string()
  .meta({ json: { format: 'date' } })
  .custom((value: string, helpers) => {
    const isDay = /^[12]\d{3}-\d{2}-\d{2}$/.test(value) && isReal(value);
    return isDay ? value : helpers.message({ custom: 'must be a day like 2026-11-30' });
  });

export interface UsageQuery {
  from?: string;
  to?: string;
  group_by: UsageGroup;
}

export const usageQuery: Joi.ObjectSchema<UsageQuery> = Joi.object<UsageQuery>({
  from: day.description('The first day (UTC); default: 29 days before `to`.'),
  to: day.description('The last day (UTC), included; default: today.'),
  group_by: Joi.valid(...usageGroups).default('day'),
}).unknown(true);

/** `2026-02-30` is parsed as a day of March. */
function isReal(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
