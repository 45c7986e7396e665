import type { FieldError, Pipeline, StepDescription, StepName } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Field } from '../../components/field';
import { useMessages } from '../../i18n/locale';
import { needsMedia, STEPS_MAX, textRecipes, type Draft, type DraftStep } from './draft';
import { playgroundMessages } from './playground-messages';
import { StepCard } from './step-card';

interface StepsCardProps {
  draft: Draft;
  pipelines: readonly Pipeline[];
  kinds: readonly StepDescription[];
  errors: readonly FieldError[];
  onTemplate: (template: string | null) => void;
  onAdd: (name: StepName) => void;
  onChange: (id: string, change: Partial<DraftStep>) => void;
  onRemove: (id: string) => void;
  onSave: () => void;
  /** Null: the chosen template is not one's own. */
  onDelete: (() => void) | null;
}

/** What is done with it: a template, or steps of one's own. */
export function StepsCard(props: StepsCardProps): ReactNode {
  const { draft, kinds, errors, onChange, onRemove, onSave, onDelete } = props;
  const messages = useMessages(playgroundMessages);
  return (
    <Card
      title={messages.steps}
      aside={
        <span className="steps-actions">
          {onDelete && (
            <Button look="quiet" icon="trash" onClick={onDelete}>
              {messages.deleteTemplate}
            </Button>
          )}
          <Button look="quiet" onClick={onSave} disabled={draft.steps.length === 0}>
            {messages.saveTemplate}
          </Button>
        </span>
      }
    >
      <div className="steps-body">
        <TemplateChoice {...props} />
        <ol className="steps">
          {draft.steps.map((step, index) => (
            <StepCard
              key={step.id}
              step={step}
              index={index}
              above={draft.steps.slice(0, index)}
              description={kinds.find(({ name }) => name === step.name)}
              errors={errors}
              onChange={(change) => onChange(step.id, change)}
              onRemove={() => onRemove(step.id)}
            />
          ))}
        </ol>
        <AddStep {...props} />
      </div>
    </Card>
  );
}

function TemplateChoice({
  draft,
  pipelines,
  onTemplate,
}: Pick<StepsCardProps, 'draft' | 'pipelines' | 'onTemplate'>): ReactNode {
  const messages = useMessages(playgroundMessages);
  const isMedia = draft.source !== 'text';
  const fitting = pipelines.filter(({ steps }) => needsMedia(steps) === isMedia);
  const own = fitting.filter((one) => !one.is_default);
  const system = fitting.filter((one) => one.is_default);
  const chosen = pipelines.find(({ id }) => id === draft.template);
  return (
    <Field label={messages.template} hint={chosen?.description ?? null}>
      <select
        className="input"
        value={draft.template ?? ''}
        onChange={({ target }) => onTemplate(target.value === '' ? null : target.value)}
      >
        {!isMedia &&
          (Object.keys(textRecipes) as (keyof typeof textRecipes)[]).map((name) => (
            <option key={name} value={name}>
              {messages[name]}
            </option>
          ))}
        {system.map(({ id, name }) => (
          <option key={id} value={id}>
            {messages.templateName(name)}
          </option>
        ))}
        {own.length > 0 && (
          <optgroup label={messages.ownTemplates}>
            {own.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        <option value="">{messages.ownSteps}</option>
      </select>
    </Field>
  );
}

function AddStep({ draft, kinds, onAdd }: Pick<StepsCardProps, 'draft' | 'kinds' | 'onAdd'>): ReactNode {
  const messages = useMessages(playgroundMessages);
  return (
    <div className="steps-add" role="group" aria-label={messages.addStep}>
      <span className="soft">{messages.addStep}</span>
      {kinds.map(({ name, description }) => (
        <Button
          key={name}
          className="steps-add-kind"
          icon="plus"
          title={description}
          disabled={draft.steps.length >= STEPS_MAX}
          onClick={() => onAdd(name)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}
