import { useQuery } from '@tanstack/react-query';
import type { DepersonalizeOptions, Task, TaskStep } from '@medley/client/browser';
import { useMemo, useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { LiveBadge } from '../../components/live-badge';
import { Page } from '../../components/page';
import { Segmented } from '../../components/segmented';
import { EmptyState, ErrorState, Skeleton } from '../../components/states';
import { StatusBadge } from '../../components/status-badge';
import { taskName } from '../../components/task-name';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useAccount, useIsAllowed } from '../../session/account';
import { DeleteData } from '../task/delete-data';
import { useTask } from '../task/use-task';
import { changesOf, withChanges, type OptionChanges } from './changed-options';
import { KindsCard } from './kinds-card';
import { countTypes, markTexts } from './mentions';
import { redactionMessages } from './redaction-messages';
import { RerunBar } from './rerun-bar';
import { RestoreCard } from './restore-card';
import { SoundCards } from './sound-card';
import { redactionOf, sourceOf } from './source-text';
import { TextsCard } from './texts-card';
import { useWholeTask } from './use-whole-task';
import './redaction.css';

export function RedactionScreen(): ReactNode {
  const messages = useMessages(redactionMessages);
  const { id } = useParams<{ id: string }>();
  const { query, stream } = useTask(id);
  const { data: task, error, refetch } = query;
  const mayDelete = useIsAllowed('tasks') && task?.expired === false && task.status !== 'pending';
  return (
    <Page
      title={messages.title}
      above={task && <Link href={`/tasks/${id}`}>{taskName(task)}</Link>}
      aside={
        task && (
          <>
            {stream && <LiveBadge state={stream.state} />}
            <StatusBadge status={task.status} />
            {mayDelete && <DeleteData id={id} />}
          </>
        )
      }
    >
      {task && <Redaction task={task} />}
      {!task && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!task && !error && <Skeleton lines={3} height={160} />}
    </Page>
  );
}

/** The depersonalize step of the address, else the first. */
function Redaction({ task }: { task: Task }): ReactNode {
  const messages = useMessages(redactionMessages);
  const [parameters, setParameters] = useSearchParams();
  const steps = task.steps.filter(({ name }) => name === 'depersonalize');
  const step = steps.find(({ id }) => id === parameters.get('step')) ?? steps[0];
  if (!step)
    return (
      <EmptyState icon="shield" title={messages.noStep}>
        <Link href="/playground">{messages.toPlayground}</Link>
      </EmptyState>
    );
  return (
    <>
      {steps.length > 1 && (
        <Segmented
          label={messages.step}
          value={step.id}
          choices={steps.map(({ id }) => ({ value: id, label: id }))}
          onChange={(id) => setParameters({ step: id }, { replace: true })}
        />
      )}
      <StepRedaction key={`${task.id} ${step.id}`} task={task} step={step} />
    </>
  );
}

function StepRedaction({ task: given, step }: { task: Task; step: TaskStep }): ReactNode {
  const messages = useMessages(redactionMessages);
  const { task, isReading } = useWholeTask(given, step);
  const output = redactionOf(task, step);
  const source = useMemo(() => sourceOf(task, step), [task, step]);
  const marked = useMemo(
    () => output && markTexts('text' in source ? source.text : null, output),
    [output, source],
  );
  const mayRun = useIsAllowed('tasks') && !task.expired && task.status !== 'pending';
  const choice = useChoice(step, mayRun);
  if (isReading) return <Skeleton lines={3} height={160} />;
  if (!output || !marked) return <NothingYet task={task} step={step} />;
  return (
    <>
      {choice.options && <RerunBar task={task} step={step} options={choice.options} onReset={choice.reset} />}
      <div className="redaction">
        <div className="redaction-main">
          <TextsCard
            source={source}
            marked={marked}
            text={output.text}
            fileName={messages.fileName}
            onKeep={choice.keep}
          />
          {output.mode === 'reversible' && mayRun && <RestoreCard taskId={task.id} text={output.text} />}
          <SoundCards task={task} />
        </div>
        <KindsCard counts={countTypes(marked.mentions)} changes={choice.changes} onChange={choice.change} />
      </div>
    </>
  );
}

function NothingYet({ task, step }: { task: Task; step: TaskStep }): ReactNode {
  const messages = useMessages(redactionMessages);
  const { dateTime } = useFormats();
  const title = messages[whyNothing(task, step)];
  return (
    <EmptyState icon="shield" title={title}>
      {task.expired && <p>{messages.deletedAt(dateTime(task.expires_at))}</p>}
      <Link href={`/tasks/${task.id}?step=${encodeURIComponent(step.id)}`}>{messages.toTask}</Link>
    </EmptyState>
  );
}

function whyNothing(
  { expired, output }: Task,
  { id, status }: TaskStep,
): 'textDeleted' | 'notDone' | 'largeAlone' | 'notGivenOut' {
  if (expired) return 'textDeleted';
  if (status !== 'completed') return 'notDone';
  return output?.[id] ? 'largeAlone' : 'notGivenOut';
}

interface Choice {
  changes: OptionChanges;
  change: ((changes: OptionChanges) => void) | null;
  keep: ((word: string) => void) | null;
  reset: () => void;
  /** Null: nothing is changed. */
  options: DepersonalizeOptions | null;
}

/** What the person wants taken out instead. */
function useChoice(step: TaskStep, mayRun: boolean): Choice {
  const given = step.options as DepersonalizeOptions;
  const all = useKnownTypes();
  const before = useMemo(() => changesOf(given, all), [given, all]);
  const [wanted, setWanted] = useState<OptionChanges | null>(null);
  const changes = wanted ?? before;
  const options = withChanges(given, changes, all);
  const isSame = JSON.stringify(options) === JSON.stringify(withChanges(given, before, all));
  const mayChange = mayRun && all.length > 0;
  return {
    changes,
    change: mayChange ? setWanted : null,
    keep: mayChange
      ? (word) => setWanted({ ...changes, allow: [...new Set([...changes.allow, word])] })
      : null,
    reset: () => setWanted(null),
    options: isSame ? null : options,
  };
}

const none: readonly string[] = [];

/** The kinds of personal data that the service finds. */
function useKnownTypes(): readonly string[] {
  const { medley } = useAccount();
  const { data } = useQuery({
    queryKey: ['step-kinds'],
    queryFn: async ({ signal }) => (await medley.steps({}, { signal })).steps,
  });
  const schema = data?.find(({ name }) => name === 'depersonalize')?.options_schema as
    { properties?: { entity_types?: { items?: { enum?: string[] } } } } | undefined;
  return schema?.properties?.entity_types?.items?.enum ?? none;
}
