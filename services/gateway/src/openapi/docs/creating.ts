import type { RouteDocs, SuccessDocs } from '../route-docs';
import { refTo } from '../schemas/schema-builders';

const success: SuccessDocs = {
  status: 201,
  description: 'The new task, `pending`; with `Prefer: wait` as it is when it has ended.',
  data: refTo('Task'),
  headers: ['Location', 'Preference-Applied', 'Idempotency-Replayed'],
};
/** What all routes that make one task have in common. */
export const creating = {
  headers: ['Idempotency-Key', 'Prefer'],
  success,
  errors: ['INSUFFICIENT_BALANCE', 'STORAGE_LIMIT'],
} as const satisfies Partial<RouteDocs>;
