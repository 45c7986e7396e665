import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, IconButton } from '../../components/button';
import { Card } from '../../components/card';
import { Field } from '../../components/field';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import type { OptionChanges } from './changed-options';
import { entityNames, lookOf, nameOf } from './entity-looks';
import { redactionMessages } from './redaction-messages';

interface KindsCardProps {
  /** How often each kind was found. */
  counts: readonly (readonly [type: string, count: number])[];
  changes: OptionChanges;
  /** Null: it cannot run again. */
  onChange: ((changes: OptionChanges) => void) | null;
}

/** What was found, by kind; kinds can be left in the text, and words of one's own be taken out. */
export function KindsCard({ counts, changes, onChange }: KindsCardProps): ReactNode {
  const messages = useMessages(redactionMessages);
  return (
    <Card title={messages.kinds}>
      <div className="kinds">
        <Kinds counts={counts} changes={changes} onChange={onChange} />
        {onChange && (
          <>
            <Words
              label={messages.deny}
              hint={messages.denyHint}
              words={changes.deny}
              onChange={(deny) => onChange({ ...changes, deny })}
            />
            {changes.allow.length > 0 && (
              <div className="chips-field">
                <span className="chips-label">{messages.allow}</span>
                <Chips
                  label={messages.allow}
                  words={changes.allow}
                  onChange={(allow) => onChange({ ...changes, allow })}
                />
              </div>
            )}
          </>
        )}
        <p className="kinds-warning">{messages.misses}</p>
      </div>
    </Card>
  );
}

function Kinds({ counts, changes, onChange }: KindsCardProps): ReactNode {
  const messages = useMessages(redactionMessages);
  const names = useMessages(entityNames);
  const { number } = useFormats();
  const found = counts.map(([type]) => type);
  const shown = [...found, ...[...changes.off].filter((type) => !found.includes(type))];
  const toggle = (type: string, isOn: boolean): void => {
    const off = new Set(changes.off);
    if (isOn) off.delete(type);
    else off.add(type);
    onChange?.({ ...changes, off });
  };
  if (shown.length === 0) return <p className="soft">{messages.nothingFound}</p>;
  return (
    <ul className="kind-list">
      {shown.map((type) => (
        <li key={type}>
          <label className="check kind">
            <input
              type="checkbox"
              checked={!changes.off.has(type)}
              disabled={!onChange || type.startsWith('CUSTOM_')}
              onChange={({ target }) => toggle(type, target.checked)}
            />
            <span className={`mark ${lookOf(type)}`}>{nameOf(names, type)}</span>
          </label>
          <span className="numbers soft">{number(counts.find(([one]) => one === type)?.[1] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

function Words({
  label,
  hint,
  words,
  onChange,
}: {
  label: string;
  hint: string;
  words: readonly string[];
  onChange: (words: readonly string[]) => void;
}): ReactNode {
  const messages = useMessages(redactionMessages);
  const [word, setWord] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const added = word.trim();
    setWord('');
    if (added !== '' && !words.includes(added)) onChange([...words, added]);
  };
  return (
    <form className="own-words" onSubmit={add}>
      <Field label={label} hint={hint}>
        <input
          className="input"
          autoComplete="off"
          maxLength={200}
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
      </Field>
      <Button type="submit" icon="plus" disabled={word.trim() === ''}>
        {messages.add}
      </Button>
      {words.length > 0 && <Chips label={label} words={words} onChange={onChange} />}
    </form>
  );
}

function Chips({
  label,
  words,
  onChange,
}: {
  label: string;
  words: readonly string[];
  onChange: (words: readonly string[]) => void;
}): ReactNode {
  const messages = useMessages(redactionMessages);
  return (
    <ul className="chips" aria-label={label}>
      {words.map((word) => (
        <li key={word} className="chip">
          <span className="clip">{word}</span>
          <IconButton
            icon="close"
            label={messages.removeWord(word)}
            onClick={() => onChange(words.filter((one) => one !== word))}
          />
        </li>
      ))}
    </ul>
  );
}
