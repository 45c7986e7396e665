import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button';
import { EmptyState } from '../../components/states';
import { serviceUrl } from '../../device/base-path';
import { useMessages } from '../../i18n/locale';
import { webhooksMessages } from './webhooks-messages';

/** How to get the first one. */
export function NoDeliveries({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const messages = useMessages(webhooksMessages);
  if (isFiltered) return <EmptyState icon="hook" title={messages.nothingFits} />;
  return (
    <EmptyState icon="hook" title={messages.none}>
      <p>{messages.noneHint}</p>
      <Command text={createCommand()} />
      <p>{messages.noneLocal}</p>
      <Command text={`export MEDLEY_URL=${serviceUrl}\n${LISTEN}`} />
    </EmptyState>
  );
}

const LISTEN = 'medley listen --forward-to http://localhost:3000/hook';

function createCommand(): string {
  const body = '{"input": "Call Anna Smith.", "webhook_url": "https://example.com/hook"}';
  const headers = `-H "Authorization: Bearer $MEDLEY_API_KEY" -H 'Content-Type: application/json'`;
  return `curl ${serviceUrl}/api/v1/pii \\\n  ${headers} \\\n  -d '${body}'`;
}

function Command({ text }: { text: string }): ReactNode {
  return (
    <div className="verify command">
      <pre className="verify-code" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
