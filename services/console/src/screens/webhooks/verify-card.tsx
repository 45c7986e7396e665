import { useState, type ReactNode } from 'react';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { Segmented } from '../../components/segmented';
import { serviceUrl } from '../../device/base-path';
import { useMessages } from '../../i18n/locale';
import { languages, snippets, type SnippetLanguage } from './snippets';
import { webhooksMessages } from './webhooks-messages';

const names = { typescript: 'TypeScript', python: 'Python', node: 'Node.js' } as const;

/** A receiver to copy, which tells genuine webhooks from others. */
export function VerifyCard(): ReactNode {
  const messages = useMessages(webhooksMessages);
  const [chosen, setChosen] = useState<SnippetLanguage>('typescript');
  const code = snippets[chosen](serviceUrl);
  return (
    <Card
      title={messages.verify}
      aside={
        <Segmented
          label={messages.verifyLanguage}
          value={chosen}
          choices={languages.map((value) => ({ value, label: names[value] }))}
          onChange={setChosen}
        />
      }
    >
      <p className="verify-text soft">{messages.verifyText}</p>
      <div className="verify">
        <pre className="verify-code" tabIndex={0}>
          {code}
        </pre>
        <CopyButton text={code} />
      </div>
    </Card>
  );
}
