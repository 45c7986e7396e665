import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Medley } from '@medley/client/browser';
import { useToasts } from '../../components/toasts';
import { useAccount } from '../../session/account';

/** A change of one key, after which the list is read again. */
export function useKeyChange({
  work,
  said,
  onSettled,
}: {
  work: (medley: Medley) => Promise<unknown>;
  said: string;
  onSettled?: () => void;
}): { isPending: boolean; mutate: () => void } {
  const { medley } = useAccount();
  const { say, fail } = useToasts();
  const queries = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: () => work(medley),
    onSuccess: () => say(said),
    onError: fail,
    onSettled: () => {
      onSettled?.();
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return { isPending, mutate: () => mutate() };
}
