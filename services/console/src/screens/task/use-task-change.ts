import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Medley } from '@medley/client/browser';
import { useToasts } from '../../components/toasts';
import { useAccount } from '../../session/account';

interface TaskChange {
  id: string;
  work: (medley: Medley) => Promise<unknown>;
  /** Said after it. */
  said: string;
  onClose: () => void;
}

/** Changes a task from a dialog, which it closes; says what came of it. */
export function useTaskChange({ id, work, said, onClose }: TaskChange): {
  isPending: boolean;
  mutate: () => void;
} {
  const { medley } = useAccount();
  const { say, fail } = useToasts();
  const queries = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: () => work(medley),
    onSuccess: () => say(said),
    onError: fail,
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: ['task', id] });
    },
  });
  return { isPending, mutate: () => mutate() };
}
