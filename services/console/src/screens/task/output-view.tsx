import type { OmittedOutput, StepOutput, Task, TaskStep } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../components/icon';
import { localLink } from '../../device/local-link';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { LongText } from './long-text';
import { taskMessages } from './task-messages';
import './output-view.css';

export function OutputView({
  task,
  step,
  written = '',
}: {
  task: Task;
  step: TaskStep;
  written?: string | undefined;
}): ReactNode {
  const messages = useMessages(taskMessages);
  const output = task.output?.[step.id];
  if (output)
    return (
      <>
        <Output output={output} />
        {step.name === 'depersonalize' && (
          <Link className="button" href={`/tasks/${task.id}/redaction?step=${encodeURIComponent(step.id)}`}>
            <Icon name="shield" size={16} />
            {messages.checkRedaction}
          </Link>
        )}
        {step.name === 'transcribe' && (
          <Link className="button" href={`/tasks/${task.id}/transcript`}>
            <Icon name="text" size={16} />
            {messages.readAndHear}
          </Link>
        )}
      </>
    );
  if (step.status === 'running' && written !== '') return <LongText text={written} />;
  if (step.status !== 'completed') {
    const hasEnded = step.status === 'failed' || step.status === 'skipped';
    return <p className="soft">{hasEnded ? messages.noOutputFailed : messages.noOutput}</p>;
  }
  if (task.expired) return <p className="soft">{messages.outputDeleted}</p>;
  const isHidden = task.outputs?.includes(step.id) === false;
  return <p className="soft">{isHidden ? messages.outputHidden : messages.noOutput}</p>;
}

/** Sound is heard, text is read; the rest is shown as it is in the answer of the service. */
function Output({ output }: { output: StepOutput }): ReactNode {
  const messages = useMessages(taskMessages);
  if (isOmitted(output)) return <Omitted output={output} />;
  const { text, ...rest } = { text: undefined, ...output };
  const url = 'url' in output ? output.url : null;
  return (
    <>
      {url !== null && (
        <div className="output-media">
          <audio controls preload="none" src={localLink(url)} />
          <DownloadLink url={url} />
        </div>
      )}
      {text !== undefined && <LongText text={text} />}
      <details>
        <summary>{messages.asJson}</summary>
        <LongText text={JSON.stringify(text === undefined ? output : rest, null, 2)} isCode />
      </details>
    </>
  );
}

function Omitted({ output }: { output: OmittedOutput }): ReactNode {
  const messages = useMessages(taskMessages);
  const { bytes } = useFormats();
  return (
    <div className="output-media">
      <span className="soft">{messages.outputLarge(bytes(output.size))}</span>
      <DownloadLink url={output.url} />
    </div>
  );
}

function DownloadLink({ url }: { url: string }): ReactNode {
  const messages = useMessages(taskMessages);
  return (
    <a className="button" href={localLink(url)} download>
      <Icon name="download" size={16} />
      {messages.download}
    </a>
  );
}

function isOmitted(output: StepOutput): output is OmittedOutput {
  return 'omitted' in output;
}
