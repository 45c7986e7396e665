import { useState, type ReactElement, type ReactNode } from 'react';
import { Field } from '../../components/field';
import { useMessages } from '../../i18n/locale';
import type { OptionDescription, OptionKind } from './option-kinds';
import { playgroundMessages } from './playground-messages';

interface OptionFieldProps {
  option: OptionDescription;
  /** Undefined: left to the service. */
  value: unknown;
  error: string | null;
  onChange: (value: unknown) => void;
}

/** One option of a step, asked for by its JSON Schema. */
export function OptionField({ option, value, error, onChange }: OptionFieldProps): ReactNode {
  const { name, description, input } = option;
  const messages = useMessages(playgroundMessages);
  if (input.kind === 'set')
    return <SetField {...{ name, description, error, onChange }} values={input.values} value={value} />;
  if (input.kind === 'json') return <JsonField {...{ name, description, error, value, onChange }} />;
  const hint = input.kind === 'lines' ? [description, messages.oneInALine].join(' ').trim() : description;
  return (
    <Field label={name} hint={hint} error={error}>
      {controlOf(input, {
        value,
        onChange,
        serviceDecides: messages.serviceDecides,
        yes: messages.yes,
        no: messages.no,
      })}
    </Field>
  );
}

interface ControlOptions {
  value: unknown;
  onChange: (value: unknown) => void;
  serviceDecides: string;
  yes: string;
  no: string;
}

type SimpleKind = Exclude<OptionKind, { kind: 'set' | 'json' }>;

function controlOf(input: SimpleKind, { value, onChange, ...words }: ControlOptions): ReactElement<object> {
  switch (input.kind) {
    case 'choice':
      return choice(
        input.values.map((one) => [one, String(one)] as const),
        { value, onChange, ...words },
      );
    case 'flag':
      return choice([[true, words.yes] as const, [false, words.no] as const], { value, onChange, ...words });
    case 'number':
      return (
        <input
          className="input"
          type="number"
          min={input.min}
          max={input.max}
          step={input.isWhole ? 1 : 'any'}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
        />
      );
    case 'lines':
      return (
        <textarea
          className="input"
          rows={3}
          value={Array.isArray(value) ? value.map(String).join('\n') : ''}
          onChange={({ target }) => onChange(linesOf(target.value))}
        />
      );
    case 'text': {
      const props = {
        className: 'input',
        value: typeof value === 'string' ? value : '',
        onChange: ({ target }: { target: { value: string } }) =>
          onChange(target.value === '' ? undefined : target.value),
      };
      return input.isLong ? <textarea rows={3} {...props} /> : <input autoComplete="off" {...props} />;
    }
  }
}

/** Empty lines stay while they are typed; the request leaves them out. */
function linesOf(text: string): string[] | undefined {
  return text === '' ? undefined : text.split('\n');
}

function choice(
  values: readonly (readonly [string | number | boolean, string])[],
  { value, onChange, serviceDecides }: ControlOptions,
): ReactElement<object> {
  return (
    <select
      className="input"
      value={String(value ?? '')}
      onChange={({ target }) => onChange(values.find(([one]) => String(one) === target.value)?.[0])}
    >
      <option value="">{serviceDecides}</option>
      {values.map(([one, label]) => (
        <option key={label} value={String(one)}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface PartProps extends Omit<OptionFieldProps, 'option'> {
  name: string;
  description: string | null;
}

function SetField({
  name,
  description,
  values,
  value,
  error,
  onChange,
}: PartProps & { values: readonly (string | number)[] }): ReactNode {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (one: string | number, isOn: boolean): void => {
    const after = values.filter((other) => (other === one ? isOn : chosen.includes(other)));
    onChange(after.length === 0 ? undefined : after);
  };
  return (
    <fieldset className="option-set">
      <legend>{name}</legend>
      <p className={error === null ? 'field-hint' : 'field-error'}>{error ?? description}</p>
      <div className="option-set-values">
        {values.map((one) => (
          <label key={one} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ target }) => toggle(one, target.checked)}
            />
            <span className="mono">{one}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What is typed is kept as it is until it can be read. */
function JsonField({ name, description, value, error, onChange }: PartProps): ReactNode {
  const messages = useMessages(playgroundMessages);
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const read = readJson(text);
  const change = (typed: string): void => {
    setText(typed);
    const parsed = readJson(typed);
    if (parsed !== null) onChange(parsed.value);
  };
  return (
    <Field
      label={name}
      hint={[description, messages.asJson].join(' ').trim()}
      error={read ? error : messages.notJson}
    >
      <textarea
        className="input mono"
        rows={3}
        spellCheck={false}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
    </Field>
  );
}

/** Null: no JSON; an empty text is no value. */
function readJson(text: string): { value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
