import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Task, Transcript } from '@medley/client/browser';
import { useSearchParams } from 'wouter';
import { useAccount } from '../../session/account';
import { redactingStepOf, transcribeStepOf } from './find-sound';
import type { TranscriptView } from './to-passages';

export interface ShownTranscript {
  query: UseQueryResult<Transcript>;
  /** The service has the chosen version now. */
  isReady: boolean;
  isRedacted: boolean;
  /** The task gives out both versions. */
  hasBoth: boolean;
  view: TranscriptView;
  choose(choice: { view?: TranscriptView; version?: 'clear' | 'redacted' }): void;
}

/** The version and the view of a transcript that the address names, as far as the task has them. */
export function useShownTranscript(task: Task): ShownTranscript {
  const { medley } = useAccount();
  const [parameters, setParameters] = useSearchParams();
  const transcribe = transcribeStepOf(task);
  const redacting = redactingStepOf(task);
  const isGivenOut = (id: string): boolean => task.outputs?.includes(id) ?? true;
  const hasClear = transcribe !== undefined && isGivenOut(transcribe.id);
  const hasRedacted = redacting !== undefined && isGivenOut(redacting.id);
  const isRedacted = hasRedacted && (!hasClear || parameters.get('version') === 'redacted');
  const step = isRedacted ? redacting : transcribe;
  const isReady = !task.expired && step?.status === 'completed';
  const query = useQuery({
    queryKey: ['transcript', task.id, isRedacted],
    // A transcript never changes; the page keeps it when the data of the task is deleted.
    staleTime: Infinity,
    enabled: isReady,
    queryFn: ({ signal }) =>
      medley.tasks.transcript(task.id, { format: 'json', redacted: isRedacted, signal }),
  });
  return {
    query,
    isReady,
    isRedacted,
    hasBoth: hasClear && hasRedacted && redacting.status === 'completed',
    view: parameters.get('view') === 'segments' ? 'segments' : 'text',
    choose: (choice) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(choice)) after.set(name, value);
          return after;
        },
        { replace: true },
      ),
  };
}
