import { useMutation, useQuery } from '@tanstack/react-query';
import type { DepersonalizeOptions, StepRequest, Task, TaskStep } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/button';
import { ErrorNotice } from '../../components/error-notice';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { requestOfTask } from '../task/request-of-task';
import { stepsThatRun } from '../task/retry-choice';
import { redactionMessages } from './redaction-messages';

/** Runs the step, and what follows it, again with other options, as a new task; says before what that may cost. */
export function RerunBar({
  task,
  step,
  options,
  onReset,
}: {
  task: Task;
  step: TaskStep;
  options: DepersonalizeOptions;
  onReset: () => void;
}): ReactNode {
  const messages = useMessages(redactionMessages);
  const { medley } = useAccount();
  const [, navigate] = useLocation();
  const rerun = useMutation({
    mutationFn: () =>
      medley.tasks.retry(task.id, { from: [step.id], options: { [step.id]: { ...options } } }),
    onSuccess: ({ id }) => navigate(`/tasks/${id}/redaction?step=${encodeURIComponent(step.id)}`),
  });
  return (
    <div className="rerun" role="region" aria-label={messages.changed}>
      <p>
        {messages.changedHint} <Price task={task} step={step} options={options} />
      </p>
      <span className="rerun-actions">
        <Button onClick={onReset}>{messages.reset}</Button>
        <Button look="primary" icon="retry" isBusy={rerun.isPending} onClick={() => rerun.mutate()}>
          {messages.rerun}
        </Button>
      </span>
      {rerun.error && <ErrorNotice error={rerun.error} />}
    </div>
  );
}

function Price({
  task,
  step,
  options,
}: {
  task: Task;
  step: TaskStep;
  options: DepersonalizeOptions;
}): ReactNode {
  const messages = useMessages(redactionMessages);
  const { medley } = useAccount();
  const { credits } = useFormats();
  const request = requestOfTask(task);
  const steps = (request.steps ?? []).map((one) =>
    one.id === step.id ? ({ ...one, options } as StepRequest) : one,
  );
  const { data } = useQuery({
    queryKey: ['rerun-estimate', task.id, step.id, JSON.stringify(options)],
    queryFn: ({ signal }) => medley.tasks.validate({ ...request, steps }, { signal }),
    retry: false,
  });
  if (!data) return null;
  const running = new Set(stepsThatRun(task.steps, new Set([step.id])).map(({ id }) => id));
  const sum = data.cost.by_step.reduce((all, { id, estimate }) => all + (running.has(id) ? estimate : 0), 0);
  return <strong className="numbers">{messages.costs(credits(sum))}</strong>;
}
