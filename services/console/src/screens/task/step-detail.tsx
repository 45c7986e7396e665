import type { Task, TaskStep } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Card } from '../../components/card';
import { StatusBadge } from '../../components/status-badge';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { Attempts } from './attempts';
import { OutputView } from './output-view';
import { taskMessages } from './task-messages';
import { LongText } from './long-text';

interface StepDetailProps {
  task: Task;
  step: TaskStep;
  /** What a running step has written so far. */
  written?: string | undefined;
  onSelect: (id: string) => void;
}

/** Everything about the chosen step. */
export function StepDetail({ task, step, written, onSelect }: StepDetailProps): ReactNode {
  const messages = useMessages(taskMessages);
  const { credits } = useFormats();
  const hasOptions = Object.keys(step.options).length > 0;
  return (
    <Card title={`${messages.step} ${step.id}`} aside={<StatusBadge status={step.status} />}>
      <div className="step-detail">
        {step.error !== null && <p className="step-error">{step.error}</p>}
        <Section title={messages.output}>
          <OutputView task={task} step={step} written={written} />
        </Section>
        <Section title={messages.input}>
          <Input task={task} step={step} onSelect={onSelect} />
        </Section>
        <Section title={messages.options}>
          {hasOptions ? (
            <LongText text={JSON.stringify(step.options, null, 2)} isCode />
          ) : (
            <p className="soft">{messages.noOptions}</p>
          )}
        </Section>
        {step.attempts.length > 0 && (
          <Section title={messages.attempts}>
            <Attempts attempts={step.attempts} />
          </Section>
        )}
        {step.cost !== null && (
          <Section title={messages.cost}>
            <p className="numbers">{credits(step.cost)}</p>
          </Section>
        )}
      </div>
    </Card>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="step-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Input({ task, step, onSelect }: StepDetailProps): ReactNode {
  const messages = useMessages(taskMessages);
  const { input } = task;
  if (step.depends_on.length > 0)
    return (
      <p className="step-above">
        {step.depends_on.map((id) => (
          <button key={id} type="button" className="button" onClick={() => onSelect(id)}>
            {id}
          </button>
        ))}
      </p>
    );
  if (!input) return <p className="soft">{messages.inputDeleted}</p>;
  if (input.text !== undefined) return <LongText text={input.text} />;
  // Not a link: it may lead anywhere.
  return <p className="mono step-url">{input.url ?? messages.fromTask}</p>;
}
