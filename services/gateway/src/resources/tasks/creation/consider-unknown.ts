import type { ValidationIssue } from '@medley/contracts';
import { toWarnings, withUnknownFields } from '../../../validation/unknown-fields';
import type { DraftResult } from './task-draft';

/** A draft with the issues and warnings that its unknown fields give, as the client wants them to be handled. */
export function considerUnknown(
  drafted: DraftResult,
  isStrict: boolean,
): DraftResult & { warnings: ValidationIssue[] } {
  const { issues, unknown } = drafted;
  return {
    ...drafted,
    issues: withUnknownFields(issues, unknown, isStrict),
    warnings: isStrict ? [] : toWarnings(unknown),
  };
}
