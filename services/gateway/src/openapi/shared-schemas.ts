import { apiErrorCodes, type ValidationIssue, type JsonSchema } from '@medley/contracts';
import * as schema from '../route-docs/schema-builders';

/** Schemas that responses of several resources contain. */
export const sharedSchemas = {
  Error: schema.recordOf<{ success: false; error: object; errors?: object }>(
    {
      success: { const: false },
      error: schema.refTo('ErrorFacts'),
      errors: schema.listOf(
        schema.refTo('Fault'),
        'All errors of the request; only with `VALIDATION_ERROR`.',
      ),
    },
    { optional: ['errors'] },
  ),
  ErrorFacts: schema.recordOf<{ code: string; message: string }>({
    code: schema.choiceOf(apiErrorCodes),
    message: schema.text,
  }),
  Fault: schema.recordOf<ValidationIssue>({
    field: schema.describedText('Path of the field: `steps[1].depends_on[0]`, `metadata[3].key`, `url`.'),
    message: schema.text,
  }),
  Warnings: schema.listOf(
    schema.refTo('Fault'),
    'Unknown fields of the body, which were ignored: the first 20. Absent when there are none.',
  ),
  Pagination: schema.recordOf<{ total: number; limit: number; offset: number }>({
    total: schema.count,
    limit: schema.count,
    offset: schema.count,
  }),
  CursorPagination: schema.recordOf<{
    total: number;
    limit: number;
    offset: number;
    next_cursor: string | null;
  }>({
    total: { ...schema.count, description: 'All entries that match, whatever the page.' },
    limit: schema.count,
    offset: schema.count,
    next_cursor: schema.orNull(
      schema.describedText('`cursor` of the next page. Null: this is the last one.'),
    ),
  }),
} satisfies Record<string, JsonSchema>;
