import type { Movement } from './account-model';
import type { Extension, Settlement } from './stores';

/** Id of what an account began with, or of all its entries that are no longer kept; one per account. */
export function openingId(accountId: string): string {
  return `${accountId}:opening`;
}

/** Id of a task's reservation; one per task. */
export function reserveId(taskId: string): string {
  return `${taskId}:reserve`;
}

/** Id of an extension of a task's reservation; `index` from 1. */
export function extensionId(taskId: string, index: number): string {
  return `${taskId}:reserve:${index}`;
}

/** Id of the end of a task's reservation, by settlement or refund; one per task. */
export function settleId(taskId: string): string {
  return `${taskId}:settle`;
}

/** Id of the refund of what was settled with a task that was not stored; one per task. */
export function revokeId(taskId: string): string {
  return `${taskId}:revoke`;
}

/** `keyId`: the key that pays. */
export function reserveMovement(
  { taskId, units, keyId = null }: { taskId: string; units: number; keyId?: string | null },
  at: Date,
): Movement {
  const base = { id: reserveId(taskId), task_id: taskId, kind: 'reserve', charged: 0, at } as const;
  return { ...base, ...(keyId !== null && { key_id: keyId }), balance: -units, reserved: units };
}

export function extensionMovement({ task_id, index, units }: Extension, at: Date): Movement {
  return { ...reserveMovement({ taskId: task_id, units }, at), id: extensionId(task_id, index) };
}

export function refundMovement(taskId: string, units: number, at: Date): Movement {
  const base = { id: settleId(taskId), task_id: taskId, kind: 'refund', charged: 0, at } as const;
  return { ...base, balance: units, reserved: -units };
}

/** `extended`: units reserved by extensions. */
export function settleMovement({ task_id, ...facts }: Settlement, extended: number, at: Date): Movement {
  const { charged, key_id = null, usage = [] } = facts;
  const reserved = facts.reserved + extended;
  const base = { id: settleId(task_id), task_id, kind: 'settle', charged, at, key_id } as const;
  return { ...base, usage: [...usage], balance: reserved - charged, reserved: -reserved };
}

/** The settlement of a task that has ended before it is stored. */
export function settleMovementWithTask(settlement: Settlement, at: Date): Movement {
  return { ...settleMovement(settlement, 0, at), with_task: true };
}

/** Takes back what a settlement has charged for a task that was not stored. */
export function revokeMovement({ task_id, charged, key_id, usage = [] }: Movement, at: Date): Movement {
  const base = { id: revokeId(task_id ?? ''), task_id, kind: 'refund', at } as const;
  const back = usage.map((charge) => ({
    step: charge.step,
    charged: -charge.charged,
    media_seconds: -charge.media_seconds,
    characters: -charge.characters,
    tokens: -charge.tokens,
  }));
  return {
    ...base,
    ...(key_id != null && { key_id }),
    usage: back,
    balance: charged,
    reserved: 0,
    charged: -charged,
  };
}

/** Sum of the changes of the account's totals. */
export function sumOf(movements: readonly Movement[]): Record<'balance' | 'reserved' | 'charged', number> {
  const sum = { balance: 0, reserved: 0, charged: 0 };
  for (const movement of movements) {
    sum.balance += movement.balance;
    sum.reserved += movement.reserved;
    sum.charged += movement.charged;
  }
  return sum;
}
