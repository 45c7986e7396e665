import type { Upload } from '@medley/client/browser';
import { useRef, type ReactNode } from 'react';
import { Button, IconButton } from '../../components/button';
import { ErrorNotice } from '../../components/error-notice';
import { Icon } from '../../components/icon';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { playgroundMessages } from './playground-messages';
import type { FileUpload } from './use-upload';

/** A file of the device: chosen, on its way, or in the service. */
export function FileSource({
  fileUpload,
  upload,
  onChoose,
  onRemove,
}: {
  fileUpload: FileUpload;
  upload: Upload | null;
  onChoose: (file: File) => void;
  onRemove: () => void;
}): ReactNode {
  const { state } = fileUpload;
  if (state.kind !== 'none') return <Sending fileUpload={fileUpload} />;
  return upload ? <Uploaded upload={upload} onRemove={onRemove} /> : <Chooser onChoose={onChoose} />;
}

function Chooser({ onChoose }: { onChoose: (file: File) => void }): ReactNode {
  const messages = useMessages(playgroundMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="drop">
      <Icon name="upload" size={24} />
      <p>{messages.drop}</p>
      <Button onClick={() => input.current?.click()}>{messages.chooseFile}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={messages.chooseFile}
        accept="audio/*,video/*,.mp3,.m4a,.mov,.wav,.flac,.ogg,.mkv,.avi,.txt,.md,.srt,.vtt"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
      <p className="field-hint">{messages.formats}</p>
    </div>
  );
}

function Sending({ fileUpload }: { fileUpload: FileUpload }): ReactNode {
  const messages = useMessages(playgroundMessages);
  const { bytes, percent } = useFormats();
  const { state } = fileUpload;
  if (state.kind === 'none') return null;
  const { file, sent } = state;
  const share = file.size === 0 ? 0 : sent / file.size;
  return (
    <div className="upload">
      <div className="upload-head">
        <span className="clip upload-name">{file.name}</span>
        <span className="soft numbers">
          {messages.sentOf(bytes(sent), bytes(file.size))} · {percent(share)}
        </span>
      </div>
      <progress max={1} value={share} aria-label={messages.uploading(file.name)} />
      {state.kind === 'stopped' && state.error !== null && <ErrorNotice error={state.error} />}
      <div className="upload-actions">
        {state.kind === 'sending' ? (
          <Button onClick={fileUpload.pause}>{messages.pause}</Button>
        ) : (
          <>
            <Button look="primary" onClick={fileUpload.resume}>
              {messages.resume}
            </Button>
            <Button onClick={fileUpload.discard}>{messages.discard}</Button>
          </>
        )}
      </div>
    </div>
  );
}

function Uploaded({ upload, onRemove }: { upload: Upload; onRemove: () => void }): ReactNode {
  const messages = useMessages(playgroundMessages);
  const { bytes, dateTime } = useFormats();
  return (
    <div className="upload">
      <div className="upload-head">
        <Icon name="check" size={16} />
        <span className="clip upload-name">{upload.filename ?? upload.id}</span>
        <span className="soft numbers">{bytes(upload.size)}</span>
        <IconButton icon="trash" label={messages.removeFile} onClick={onRemove} />
      </div>
      {upload.expires_at !== null && (
        <p className="field-hint">{messages.keptUntil(dateTime(upload.expires_at))}</p>
      )}
    </div>
  );
}
