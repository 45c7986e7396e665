import type { UsageRequest } from '@medley/client/browser';

/** What of the usage is shown, as the address bar has it. */
export interface UsageView {
  /** Days in UTC, as the service counts: `2026-11-23`, both included. */
  from: string;
  to: string;
  by: Group;
  amount: Amount;
}

export const groups = ['day', 'step', 'key'] as const;
type Group = (typeof groups)[number];

export const amounts = ['credits', 'tasks', 'minutes', 'characters', 'tokens'] as const;
export type Amount = (typeof amounts)[number];

const DAY_MS = 86_400_000;
const DAYS_DEFAULT = 30;
/** As many as the service takes. */
export const DAYS_MAX = 366;

/** What the address has; anything else in it counts as the default. */
export function readView(parameters: URLSearchParams, now: number): UsageView {
  const day = (name: string): string | null => {
    const value = parameters.get(name) ?? '';
    return isDay(value) ? value : null;
  };
  const to = day('to') ?? dayOf(now);
  return {
    to,
    from: day('from') ?? firstOf(to, DAYS_DEFAULT),
    by: groups.find((group) => group === parameters.get('by')) ?? 'day',
    amount: amounts.find((amount) => amount === parameters.get('amount')) ?? 'credits',
  };
}

export function writeView({ from, to, by, amount }: UsageView): URLSearchParams {
  return new URLSearchParams({ from, to, by, amount });
}

export function toRequest({ from, to, by }: UsageView): UsageRequest {
  return { from, to, group_by: by };
}

/** The first of so many days that end with `to`. */
export function firstOf(to: string, days: number): string {
  return dayOf(Date.parse(to) - (days - 1) * DAY_MS);
}

/** How many days the view has; 0 or less: none. */
export function countDays({ from, to }: Pick<UsageView, 'from' | 'to'>): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Every day of a view, also those without tasks; never more than the service takes. */
export function daysOf(view: Pick<UsageView, 'from' | 'to'>): string[] {
  const count = Math.min(DAYS_MAX, Math.max(0, countDays(view)));
  return Array.from({ length: count }, (_, index) => dayOf(Date.parse(view.from) + index * DAY_MS));
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** `2026-02-30` is parsed as a day of March. */
function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && dayOf(time) === text;
}
