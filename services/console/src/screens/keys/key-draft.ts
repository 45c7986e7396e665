import type { Key, KeyRole } from '@medley/client/browser';

/** A key as its form holds it: texts, empty ones where there is nothing. */
export interface KeyDraft {
  name: string;
  role: KeyRole;
  /** `2026-11-30` in the time of the browser. */
  lastDay: string;
  budget: string;
  period: 'day' | 'month';
}

export function draftOf(key: Key | null): KeyDraft {
  return {
    name: key?.name ?? '',
    role: key?.role ?? 'tasks',
    lastDay: key?.expires_at ? dayOf(new Date(key.expires_at)) : '',
    budget: key?.budget ? String(key.budget.credits) : '',
    period: key?.budget?.period ?? 'month',
  };
}

/** What a form says, for a creation and for a change alike; null where it is empty. */
export function requestOf({ name, role, lastDay, budget, period }: KeyDraft): {
  name: string | null;
  role: KeyRole;
  expires_at: string | null;
  budget: { credits: number; period: 'day' | 'month' } | null;
} {
  return {
    name: name.trim() || null,
    role,
    expires_at: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString(),
    budget: budget === '' ? null : { credits: Number(budget), period },
  };
}

function dayOf(date: Date): string {
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
