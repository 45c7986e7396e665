import { toCredits, type KeyBudget } from '@medley/contracts';
import { AppError } from '@medley/kit';

/** Both amounts in units; the message has credits. */
export function insufficientBalance(
  what: string,
  { needed, balance }: { needed: number; balance: number },
): AppError {
  const amounts = `it reserves ${toCredits(needed)} credits, ${toCredits(balance)} are available`;
  return new AppError(
    'INSUFFICIENT_BALANCE',
    `The balance of your account is too low for ${what}: ${amounts}.`,
  );
}

/** `budget`: of the key; undefined: it was removed meanwhile. */
export function overBudget(
  what: string,
  { needed, budget }: { needed: number; budget: KeyBudget | undefined },
): AppError {
  if (!budget) {
    return new AppError('INSUFFICIENT_BALANCE', `The budget of this key was too low for ${what}. Try again.`);
  }
  const { limit, period, spent, resets_at } = budget;
  const amounts = `${toCredits(limit)} credits a ${period}, of which ${toCredits(spent)} are spent or reserved`;
  return new AppError(
    'INSUFFICIENT_BALANCE',
    `The budget of this key is too low for ${what}: it has ${amounts}; ` +
      `${toCredits(needed)} are needed. It starts again at ${resets_at.toISOString()}.`,
  );
}
