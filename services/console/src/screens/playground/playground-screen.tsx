import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  MedleyError,
  type FieldError,
  type Pipeline,
  type StepDescription,
  type TaskRequest,
} from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Page } from '../../components/page';
import { ErrorState, Skeleton } from '../../components/states';
import { useToasts } from '../../components/toasts';
import { useMessages } from '../../i18n/locale';
import { useAccount, useIsAllowed } from '../../session/account';
import { requestOf } from './draft';
import { playgroundMessages } from './playground-messages';
import { ResultCard } from './result-card';
import { RunCard } from './run-card';
import { SaveDialog } from './save-dialog';
import { SourceCard } from './source-card';
import { speechLanguages } from './speech-languages';
import { StepsCard } from './steps-card';
import { TakeAway } from './take-away';
import { useFile } from './use-file';
import { useEstimate, type Estimate } from './use-estimate';
import { usePlayground, type Playground } from './use-playground';
import './playground.css';

/** Templates an account may have, and those of the system, fit on two pages. */
const PAGE = 100;

export function PlaygroundScreen(): ReactNode {
  const messages = useMessages(playgroundMessages);
  const { medley } = useAccount();
  const kinds = useQuery({
    queryKey: ['step-kinds'],
    queryFn: async ({ signal }) => (await medley.steps({}, { signal })).steps,
  });
  const pipelines = useQuery({
    queryKey: ['pipelines'],
    queryFn: async ({ signal }) => (await medley.pipelines.list({ limit: PAGE }, { signal })).items,
  });
  const error = kinds.error ?? pipelines.error;
  const retry = (): void => {
    void kinds.refetch();
    void pipelines.refetch();
  };
  return (
    <Page title={messages.title}>
      {kinds.data && pipelines.data && <Workbench kinds={kinds.data} pipelines={pipelines.data} />}
      {!(kinds.data && pipelines.data) && error && <ErrorState error={error} onRetry={retry} />}
      {!(kinds.data && pipelines.data) && !error && <Skeleton lines={3} height={160} />}
    </Page>
  );
}

interface WorkbenchProps {
  kinds: readonly StepDescription[];
  pipelines: readonly Pipeline[];
}

function Workbench({ kinds, pipelines }: WorkbenchProps): ReactNode {
  const playground = usePlayground(pipelines, kinds);
  const { draft } = playground;
  const request = requestOf(draft);
  const estimate = useEstimate(request);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refused = refusal?.request === JSON.stringify(request) ? refusal.error : null;
  const errors = fieldErrors(refused) ?? (estimate.isOld ? null : fieldErrors(estimate.error)) ?? [];
  return (
    <div className="workbench">
      <div className="workbench-side">
        <SourceCard
          draft={draft}
          languages={speechLanguages(kinds)}
          errors={errors}
          onChange={playground.set}
          {...useFile(playground)}
        />
        <Steps kinds={kinds} pipelines={pipelines} playground={playground} errors={errors} />
      </div>
      <Run request={request} estimate={estimate} errors={errors} refused={refused} onRefusal={setRefusal} />
    </div>
  );
}

function Steps({
  playground,
  pipelines,
  ...rest
}: WorkbenchProps & { playground: Playground; errors: readonly FieldError[] }): ReactNode {
  const { draft } = playground;
  const [isSaving, setSaving] = useState(false);
  const remove = useDeletion(playground);
  const own = pipelines.find(({ id, is_default }) => id === draft.template && !is_default);
  return (
    <>
      <StepsCard
        key={playground.generation}
        draft={draft}
        pipelines={pipelines}
        {...rest}
        onTemplate={playground.chooseTemplate}
        onAdd={playground.addStep}
        onChange={playground.changeStep}
        onRemove={playground.removeStep}
        onSave={() => setSaving(true)}
        onDelete={own ? () => remove(own) : null}
      />
      {isSaving && (
        <SaveDialog
          draft={draft}
          onSaved={({ id }) => playground.set({ template: id })}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

/** A creation that failed; it says nothing of a draft that has changed since. */
interface Refusal {
  request: string;
  error: Error;
}

function Run({
  request,
  estimate,
  errors,
  refused,
  onRefusal,
}: {
  request: TaskRequest | null;
  estimate: Estimate;
  errors: readonly FieldError[];
  refused: Error | null;
  onRefusal: (refusal: Refusal) => void;
}): ReactNode {
  const { medley } = useAccount();
  const isAllowed = useIsAllowed('tasks');
  const run = useMutation({
    mutationFn: (wanted: TaskRequest) => medley.tasks.create(wanted),
    onError: (error, wanted) => onRefusal({ request: JSON.stringify(wanted), error }),
  });
  return (
    <div className="workbench-side">
      <RunCard
        request={request}
        estimate={estimate}
        errors={errors}
        error={refused}
        isBusy={run.isPending}
        isAllowed={isAllowed}
        onRun={() => {
          if (request) run.mutate(request);
        }}
      />
      {run.data && <ResultCard key={run.data.id} id={run.data.id} />}
      {request && <TakeAway request={request} />}
    </div>
  );
}

function fieldErrors(error: Error | null): MedleyError['errors'] | null {
  return error instanceof MedleyError && error.errors.length > 0 ? error.errors : null;
}

function useDeletion({ chooseTemplate }: Playground): (pipeline: Pipeline) => void {
  const messages = useMessages(playgroundMessages);
  const { medley } = useAccount();
  const { say, fail } = useToasts();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Pipeline) => medley.pipelines.delete(id),
    onSuccess: ({ name }) => {
      say(messages.templateDeleted(name));
      chooseTemplate(null);
      return queries.invalidateQueries({ queryKey: ['pipelines'] });
    },
    onError: fail,
  });
  return mutate;
}
