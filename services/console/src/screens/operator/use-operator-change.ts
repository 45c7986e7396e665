import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MedleyOperator } from '@medley/client/browser';
import { useToasts } from '../../components/toasts';
import { useOperator } from './operator-context';

/** A change by the operator, after which everything in sight is read again. */
export function useOperatorChange<Result>({
  work,
  said,
  onDone,
}: {
  work: (operator: MedleyOperator) => Promise<Result>;
  said: string;
  onDone?: (result: Result) => void;
}): { isPending: boolean; mutate: () => void } {
  const { operator } = useOperator();
  const { say, fail } = useToasts();
  const queries = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: () => work(operator),
    onSuccess: (result) => {
      say(said);
      onDone?.(result);
    },
    onError: fail,
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return { isPending, mutate: () => mutate() };
}
