import type { RouteDocs, SuccessDocs } from '../../../route-docs/route-docs';
import { refTo } from '../../../route-docs/schema-builders';

const success: SuccessDocs = {
  status: 201,
  description: 'The new task, `pending`; with `Prefer: wait` its state after the wait.',
  data: refTo('Task'),
  headers: ['Location', 'Preference-Applied', 'Idempotency-Replayed'],
};
/** Common documentation of the routes that create one task. */
export const commonCreationDocs = {
  headers: ['Idempotency-Key', 'Prefer'],
  success,
  errors: ['INSUFFICIENT_BALANCE', 'STORAGE_LIMIT'],
} as const satisfies Partial<RouteDocs>;
