import type { ResolvedStep, ValidationIssue } from '@medley/contracts';

/** Find ids in `outputs` that no step of the graph has. */
export function findOutputIssues(
  outputs: readonly string[] | null,
  steps: readonly ResolvedStep[],
): ValidationIssue[] {
  const known = new Set(steps.map(({ id }) => id));
  return (outputs ?? []).flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            field: `outputs[${index}]`,
            message: `no step has this id; the steps are ${[...known].join(', ')}`,
          },
        ],
  );
}
