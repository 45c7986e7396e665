import type { FieldError, StepDescription } from '@medley/client/browser';
import { useId, type ReactNode } from 'react';
import { IconButton } from '../../components/button';
import { Icon } from '../../components/icon';
import { useMessages } from '../../i18n/locale';
import { messageAt, type DraftStep } from './draft';
import { OptionField } from './option-field';
import { describeOptions } from './option-kinds';
import { playgroundMessages } from './playground-messages';

interface StepCardProps {
  step: DraftStep;
  index: number;
  /** The steps before it: it may take the results of any of them. */
  above: readonly DraftStep[];
  description: StepDescription | undefined;
  errors: readonly FieldError[];
  onChange: (change: Partial<DraftStep>) => void;
  onRemove: () => void;
}

export function StepCard(props: StepCardProps): ReactNode {
  const { step, index, above, description, errors, onChange } = props;
  const messages = useMessages(playgroundMessages);
  const titleId = useId();
  const own = errors.filter(({ field }) => field.startsWith(`steps[${index}]`));
  const options = describeOptions(description?.options_schema ?? {});
  const setOption = (name: string, value: unknown): void => {
    const rest = Object.entries(step.options).filter(([other]) => other !== name);
    onChange({ options: Object.fromEntries(value === undefined ? rest : [...rest, [name, value]]) });
  };
  return (
    <li className="step-card" aria-labelledby={titleId}>
      <StepHead {...props} titleId={titleId} />
      <OtherErrors errors={own.filter(({ field }) => !field.startsWith(`steps[${index}].options.`))} />
      {(options.length > 0 || above.length > 1) && (
        <details className="step-card-more" open={own.length > 0 || undefined}>
          <summary>{messages.options(Object.keys(step.options).length)}</summary>
          <div className="step-card-options">
            {options.map((option) => (
              <OptionField
                key={option.name}
                option={option}
                value={step.options[option.name]}
                error={messageAt(own, `steps[${index}].options.${option.name}`)}
                onChange={(value) => setOption(option.name, value)}
              />
            ))}
          </div>
          {above.length > 1 && <Above step={step} above={above} onChange={onChange} />}
        </details>
      )}
    </li>
  );
}

function StepHead({
  step,
  index,
  description,
  onRemove,
  titleId,
}: StepCardProps & { titleId: string }): ReactNode {
  const messages = useMessages(playgroundMessages);
  return (
    <header className="step-card-head">
      <span className="step-card-number numbers">{index + 1}</span>
      <h3 id={titleId}>{step.id}</h3>
      {description?.available === false && (
        <span className="step-card-away">
          <Icon name="warning" size={14} />
          {description.reason ?? messages.unavailable}
        </span>
      )}
      <IconButton icon="trash" label={messages.removeStep(step.id)} onClick={onRemove} />
    </header>
  );
}

/** Of the step as a whole. */
function OtherErrors({ errors }: { errors: readonly FieldError[] }): ReactNode {
  return errors.map(({ field, message }) => (
    <p key={field + message} className="field-error" role="alert">
      {message}
    </p>
  ));
}

/** Whose results the step takes. */
function Above({ step, above, onChange }: Pick<StepCardProps, 'step' | 'above' | 'onChange'>): ReactNode {
  const messages = useMessages(playgroundMessages);
  return (
    <fieldset className="option-set">
      <legend>{messages.takesFrom}</legend>
      <div className="option-set-values">
        {above.map(({ id }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={step.depends_on.includes(id)}
              onChange={({ target }) =>
                onChange({
                  depends_on: target.checked
                    ? [...step.depends_on, id]
                    : step.depends_on.filter((one) => one !== id),
                })
              }
            />
            {id}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
