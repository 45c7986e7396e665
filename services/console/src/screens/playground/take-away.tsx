import type { TaskRequest } from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { Segmented } from '../../components/segmented';
import { serviceUrl } from '../../device/base-path';
import { useMessages } from '../../i18n/locale';
import { asCurl, asTypeScript } from '../task/request-of-task';
import { playgroundMessages } from './playground-messages';

const writers = { curl: asCurl, typescript: asTypeScript, cli: asCommand } as const;
type Writer = keyof typeof writers;
const choices = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'cli', label: 'CLI' },
] as const;

/** The same task as code; the key stays in the environment. */
export function TakeAway({ request }: { request: TaskRequest }): ReactNode {
  const messages = useMessages(playgroundMessages);
  const [chosen, setChosen] = useState<Writer>('curl');
  const code = writers[chosen](serviceUrl, request);
  return (
    <Card
      title={messages.takeAway}
      aside={<Segmented label={messages.takeAway} value={chosen} choices={choices} onChange={setChosen} />}
    >
      <div className="take-away">
        <pre className="take-away-code" tabIndex={0}>
          {code}
        </pre>
        <CopyButton text={code} />
      </div>
    </Card>
  );
}

function asCommand(url: string, request: TaskRequest): string {
  const body = JSON.stringify(request).replaceAll("'", `'\\''`);
  return `export MEDLEY_URL=${url}\nprintf '%s' '${body}' | medley run -`;
}
