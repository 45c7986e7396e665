import { API_PREFIX } from '../http/route';
import type { GatewaySettings } from '../settings/gateway-settings';

export interface PublicUrls {
  /** URL of the API, for the `servers` of the document. */
  apiUrl: string;
  /** URL of the routes outside the API. */
  rootUrl: string;
  /** Path of `rootUrl`, without a trailing slash. */
  basePath: string;
}

/** Without `PUBLIC_URL` the URLs are relative, so that they are valid under any host name. */
export function publicUrlsOf({ PUBLIC_URL }: Pick<GatewaySettings, 'PUBLIC_URL'>): PublicUrls {
  const root = (PUBLIC_URL ?? '').replace(/(?<!\/)\/+$/, '');
  const basePath = root === '' ? '' : new URL(root).pathname.replace(/(?<!\/)\/+$/, '');
  return { apiUrl: root + API_PREFIX, rootUrl: root || '/', basePath };
}
