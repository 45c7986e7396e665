import { toCredits } from '@medley/contracts';
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
