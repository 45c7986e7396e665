import { serviceUrl } from './base-path';

/**
 * A signed link of the service on the host that this page came from: the policy of the page allows no other, and the
 * public address of a service may differ from the one it is opened by.
 */
export function localLink(link: string): string {
  const url = new URL(link, serviceUrl);
  const at = url.pathname.indexOf('/files/');
  return at < 0 ? link : `${serviceUrl}${url.pathname.slice(at)}${url.search}`;
}
