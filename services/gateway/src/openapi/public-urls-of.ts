import { API_PREFIX } from '../http/route';
import type { GatewaySettings } from '../settings/gateway-settings';

export interface PublicUrls {
  /** Where clients reach the interface, for the `servers` of the document. */
  apiUrl: string;
  /** Where they reach what lies beside it. */
  rootUrl: string;
  /** The path of that, without a slash at the end. */
  basePath: string;
}

/** Without a `PUBLIC_URL` the places are paths: they hold under whatever name the document was fetched. */
export function publicUrlsOf({ PUBLIC_URL }: Pick<GatewaySettings, 'PUBLIC_URL'>): PublicUrls {
  const root = (PUBLIC_URL ?? '').replace(/(?<!\/)\/+$/, '');
  const basePath = root === '' ? '' : new URL(root).pathname.replace(/(?<!\/)\/+$/, '');
  return { apiUrl: root + API_PREFIX, rootUrl: root || '/', basePath };
}
