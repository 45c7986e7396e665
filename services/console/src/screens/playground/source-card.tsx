import type { FieldError } from '@medley/client/browser';
import { useState, type DragEvent, type ReactNode } from 'react';
import { Card } from '../../components/card';
import { Field } from '../../components/field';
import { Segmented } from '../../components/segmented';
import { locales } from '../../i18n/catalogue';
import { useFormats } from '../../i18n/formats';
import { useLocale, useMessages } from '../../i18n/locale';
import { messageAt, type Draft, type SourceKind } from './draft';
import { exampleLetters, exampleRecordings } from './examples';
import { FileSource } from './file-source';
import { AUTO } from './speech-languages';
import { playgroundMessages } from './playground-messages';
import type { FileUpload } from './use-upload';

const sources: readonly SourceKind[] = ['text', 'link', 'file'];

export interface SourceCardProps {
  draft: Draft;
  /** Of recordings, as the service knows them. */
  languages: readonly string[];
  fileUpload: FileUpload;
  errors: readonly FieldError[];
  onChange: (part: Partial<Pick<Draft, 'source' | 'text' | 'link' | 'language'>>) => void;
  onFile: (file: File) => void;
  onRemoveFile: () => void;
}

/** What the task works on: a text, a link, or a file that may be dropped anywhere on the card. */
export function SourceCard(props: SourceCardProps): ReactNode {
  const { draft, onChange, onFile } = props;
  const messages = useMessages(playgroundMessages);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      className={isOver ? 'source source-over' : 'source'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Card
        title={messages.source}
        aside={
          <Segmented
            label={messages.source}
            value={draft.source}
            choices={sources.map((value) => ({ value, label: messages[value] }))}
            onChange={(source) => onChange({ source })}
          />
        }
      >
        <div className="source-body">
          <Source {...props} />
          {draft.source !== 'text' && <LanguageChoice {...props} />}
          <Examples languages={props.languages} onChange={onChange} />
        </div>
      </Card>
    </div>
  );
}

function Source({ draft, fileUpload, errors, onChange, onFile, onRemoveFile }: SourceCardProps): ReactNode {
  const messages = useMessages(playgroundMessages);
  const { number } = useFormats();
  switch (draft.source) {
    case 'text':
      return (
        <Field
          label={messages.text}
          hint={messages.characters(number([...draft.text].length))}
          error={messageAt(errors, 'input')}
        >
          <textarea
            className="input source-text"
            dir="auto"
            value={draft.text}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        </Field>
      );
    case 'link':
      return (
        <Field label={messages.link} hint={messages.linkHint} error={messageAt(errors, 'url')}>
          <input
            className="input"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={draft.link}
            onChange={({ target }) => onChange({ link: target.value })}
          />
        </Field>
      );
    case 'file':
      return (
        <FileSource fileUpload={fileUpload} upload={draft.upload} onChoose={onFile} onRemove={onRemoveFile} />
      );
  }
}

function LanguageChoice({
  draft,
  languages,
  errors,
  onChange,
}: Pick<SourceCardProps, 'draft' | 'languages' | 'errors' | 'onChange'>): ReactNode {
  const messages = useMessages(playgroundMessages);
  const { locale } = useLocale();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return (
    <Field label={messages.speechLanguage} error={messageAt(errors, 'language_in')}>
      <select
        className="input"
        value={draft.language ?? ''}
        onChange={({ target }) => onChange({ language: target.value === '' ? null : target.value })}
      >
        {draft.language === null && <option value="">{messages.serviceDecides}</option>}
        {languages.map((one) => (
          <option key={one} value={one}>
            {one === AUTO ? messages.detected : names.of(one)}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Examples({ languages, onChange }: Pick<SourceCardProps, 'languages' | 'onChange'>): ReactNode {
  const messages = useMessages(playgroundMessages);
  const { locale } = useLocale();
  return (
    <p className="source-examples">
      <span className="soft">{messages.examples}</span>
      <button
        type="button"
        className="link-button"
        onClick={() => onChange({ source: 'text', text: exampleLetters[locale] })}
      >
        {messages.exampleLetter}
      </button>
      {locales
        .filter((spoken) => languages.includes(spoken))
        .map((spoken) => (
          <button
            key={spoken}
            type="button"
            className="link-button"
            onClick={() => onChange({ source: 'link', link: exampleRecordings[spoken], language: spoken })}
          >
            {spoken === 'en' ? messages.exampleEnglish : messages.exampleRussian}
          </button>
        ))}
    </p>
  );
}
