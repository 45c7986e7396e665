import { AppError, type BoundHeaders } from '@medley/kit';
import type { Outbound, OutboundResponse } from '@medley/outbound';
import type { FetchDeadlines } from './fetch-deadlines';
import type { FetchLimits } from './fetch-limits';
import { forbidden, fromOpenError, fromStatus } from './source-error';

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface FetchContext {
  outbound: Outbound;
  limits: FetchLimits;
  deadlines: FetchDeadlines;
  /** Headers for the origin of the link. */
  credentials: BoundHeaders | null;
}

/**
 * Follows redirects to the response with the media. The address of every redirect is checked like that of the first link.
 * @throws AppError ADDRESS_FORBIDDEN, TOO_MANY_REDIRECTS, SOURCE_*; the reason of the signal
 */
export async function followRedirects(link: string, context: FetchContext): Promise<OutboundResponse> {
  let url = link;
  let { credentials } = context;
  for (let redirects = 0; redirects <= context.limits.redirectsMax; redirects += 1) {
    // Once a redirect has left the origin they are gone for good: another host might lead back to any address of it.
    if (credentials?.to !== new URL(url).origin) credentials = null;
    const response = await openHop(url, { ...context, credentials });
    const { status, headers, body } = response;
    const location = redirectStatuses.has(status) ? headers['location'] : undefined;
    if (location === undefined) {
      const failure = fromStatus(status);
      if (!failure) return response;
      body.destroy();
      throw failure;
    }
    body.destroy();
    url = nextUrl(location, url);
  }
  throw new AppError(
    'TOO_MANY_REDIRECTS',
    `the link redirects more than ${context.limits.redirectsMax} times`,
  );
}

async function openHop(
  url: string,
  { outbound, limits, deadlines, credentials }: FetchContext,
): Promise<OutboundResponse> {
  const disarm = deadlines.arm(
    limits.headersMs,
    `the source did not answer within ${limits.headersMs / 1_000} s`,
  );
  try {
    return await outbound.open({
      method: 'GET',
      url,
      headers: {
        Accept: 'audio/*, video/*;q=0.9, */*;q=0.5',
        'Accept-Encoding': 'identity',
        ...credentials?.headers,
      },
      signal: deadlines.signal,
      dnsTimeoutMs: limits.dnsMs,
      connectTimeoutMs: limits.connectMs,
    });
  } catch (error) {
    throw fromOpenError(error, deadlines.signal);
  } finally {
    disarm();
  }
}

function nextUrl(location: string, from: string): string {
  // Node decodes headers as Latin-1, but servers send non-ASCII locations in UTF-8.
  const text = Buffer.from(location, 'latin1').toString();
  if (!URL.canParse(text, from))
    throw new AppError('SOURCE_REFUSED', 'the source redirects to a broken link');
  const next = new URL(text, from);
  if (next.protocol !== 'https:' && next.protocol !== 'http:') {
    throw forbidden('the link redirects to something that is no http or https URL');
  }
  if (next.protocol === 'http:' && new URL(from).protocol === 'https:') {
    throw forbidden('the link redirects from https to http');
  }
  return next.href;
}
