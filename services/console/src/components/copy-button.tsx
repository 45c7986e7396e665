import { useState, type ReactNode } from 'react';
import { useMessages } from '../i18n/locale';
import { Button, IconButton } from './button';
import { sharedMessages } from './shared-messages';

const SHOWN_MS = 1_500;

/** Copies a text; with `label` it is a button with words. */
export function CopyButton({
  text,
  label,
  title,
}: {
  text: string;
  label?: string;
  /** What exactly it copies, when the label is short. */
  title?: string;
}): ReactNode {
  const messages = useMessages(sharedMessages);
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    void copyText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), SHOWN_MS);
    });
  };
  const icon = isCopied ? 'check' : 'copy';
  if (label === undefined)
    return <IconButton icon={icon} label={isCopied ? messages.copied : messages.copy} onClick={copy} />;
  return (
    <Button icon={icon} title={title} aria-label={title} onClick={copy}>
      {isCopied ? messages.copied : label}
    </Button>
  );
}

/** Pages that came over plain HTTP have no clipboard but the old command. */
async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
