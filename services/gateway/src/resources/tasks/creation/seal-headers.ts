import type { TaskInput, ValidationIssue } from '@medley/contracts';
import type { HeaderSealer } from '@medley/kit';
import type { CreationFields } from './creation-fields';
import type { RequestedHeaders, TaskDraft } from './task-draft';

type Requested = Pick<CreationFields, 'webhook_url' | 'webhook_headers'> & {
  url?: string;
  source_headers?: Record<string, string>;
};

export function readHeaders({ source_headers, webhook_headers }: Requested): RequestedHeaders {
  return { source: someOf(source_headers), webhook: someOf(webhook_headers) };
}

/** Invalid headers have been reported, so their result is not used. */
function someOf(headers: Record<string, string> | undefined): Record<string, string> | null {
  return headers && Object.keys(headers).length > 0 ? headers : null;
}

/** Headers without the address to which they belong would never be sent. */
export function findHeaderIssues(body: Requested): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (body.source_headers && !isWebLink(body.url)) {
    issues.push({ field: 'source_headers', message: 'requires an http or https link in url' });
  }
  if (body.webhook_headers && body.webhook_url === undefined) {
    issues.push({ field: 'webhook_headers', message: 'requires webhook_url' });
  }
  return issues;
}

function isWebLink(url: unknown): boolean {
  return typeof url === 'string' && /^https?:/i.test(url);
}

/**
 * The sealed headers of a new task. Those of the source are for the origin of its link, those of the webhook for exactly this
 * address; where none are given, a retry keeps what its draft has from the task before.
 */
export function sealHeaders(
  sealer: HeaderSealer,
  accountId: string,
  { input, webhookUrl, headers }: Pick<TaskDraft, 'input' | 'webhookUrl' | 'headers'>,
): Pick<TaskInput, 'source_headers' | 'webhook_headers'> {
  const { source, webhook } = headers ?? { source: null, webhook: null };
  return {
    ...takenOver(sealer, accountId, input),
    ...(source &&
      input.url !== null && {
        source_headers: sealer.seal({ to: new URL(input.url).origin, headers: source }, 'source', accountId),
      }),
    ...(webhook &&
      webhookUrl !== null && {
        webhook_headers: sealer.seal({ to: webhookUrl, headers: webhook }, 'webhook', accountId),
      }),
  };
}

/** What a retry keeps may be sealed with the master key before. */
function takenOver(
  sealer: HeaderSealer,
  accountId: string,
  { source_headers: source, webhook_headers: webhook }: TaskDraft['input'],
): Pick<TaskInput, 'source_headers' | 'webhook_headers'> {
  return {
    ...(source !== undefined && { source_headers: sealer.reseal(source, 'source', accountId) ?? source }),
    ...(webhook !== undefined && {
      webhook_headers: sealer.reseal(webhook, 'webhook', accountId) ?? webhook,
    }),
  };
}
