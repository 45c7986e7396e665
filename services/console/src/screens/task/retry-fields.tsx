import type { TaskStep } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Field } from '../../components/field';
import { useMessages } from '../../i18n/locale';
import { taskMessages } from './task-messages';
import type { RetryChoice } from './use-retry-choice';

export function RetryFields({
  steps,
  choice,
}: {
  steps: readonly TaskStep[];
  choice: RetryChoice;
}): ReactNode {
  const messages = useMessages(taskMessages);
  const { running, chosen, texts, invalid, prompt } = choice;
  return (
    <>
      <StepChoice steps={steps} running={running} chosen={chosen} onChange={choice.setChosen} />
      {running.map((step) => (
        <OptionsField
          key={step.id}
          step={step}
          text={texts[step.id]}
          isInvalid={invalid.has(step.id)}
          onChange={(text) => choice.setText(step.id, text)}
        />
      ))}
      {running.some(({ name }) => name === 'llm') && (
        <Field label={messages.retryPrompt} hint={messages.retryPromptHint}>
          <textarea
            className="input"
            value={prompt}
            onChange={({ target }) => choice.setPrompt(target.value)}
          />
        </Field>
      )}
    </>
  );
}

/** Which steps run again; those that must, or that follow, are ticked already. */
function StepChoice({
  steps,
  running,
  chosen,
  onChange,
}: {
  steps: readonly TaskStep[];
  running: readonly TaskStep[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}): ReactNode {
  const messages = useMessages(taskMessages);
  return (
    <fieldset className="retry-steps">
      <legend>{messages.retryFrom}</legend>
      {steps.map((step) => {
        const runs = running.includes(step);
        return (
          <label key={step.id} className="check">
            <input
              type="checkbox"
              checked={runs}
              disabled={runs && !chosen.has(step.id)}
              onChange={({ target }) => {
                const after = new Set(chosen);
                if (target.checked) after.add(step.id);
                else after.delete(step.id);
                onChange(after);
              }}
            />
            {step.id}
          </label>
        );
      })}
    </fieldset>
  );
}

function OptionsField({
  step,
  text = JSON.stringify(step.options, null, 2),
  isInvalid,
  onChange,
}: {
  step: TaskStep;
  text?: string | undefined;
  isInvalid: boolean;
  onChange: (text: string) => void;
}): ReactNode {
  const messages = useMessages(taskMessages);
  return (
    <Field label={messages.retryOptions(step.id)} error={isInvalid ? messages.invalidJson : null}>
      <textarea
        className="input mono retry-options"
        spellCheck={false}
        rows={Math.min(8, text.split('\n').length)}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
