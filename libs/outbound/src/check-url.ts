import { hasMoreCodePoints, limits } from '@medley/contracts';
import { isIP } from 'node:net';
import type { AddressRules } from './address-rules';
import { blockedPorts } from './blocked-ports';

/** The target of an accepted URL. */
export interface Target {
  url: URL;
  /** A name, or an address without brackets. */
  host: string;
  port: number;
  isSecure: boolean;
}

export type UrlCheck = { target: Target } | { refusal: string };

const loopbackAddresses = ['127.0.0.1', '::1'] as const;
const loopbackNames = /^(?:(?:.+\.)?localhost|localhost\d?\.localdomain\d?|ip6-(?:localhost|loopback))$/;
const metadataNames =
  /^(?:metadata|metadata\.goog|metadata\.google\.internal|instance-data(?:\.ec2\.internal)?)$/;
/** Excludes `http:host`, `http:\\host`, `///host`, tabs and line breaks, which URL parsers repair in different ways. */
const plainShape = /^https?:\/\/[^/\\?#\s@]+(?:[/?#]|$)/i;
const notPublic =
  'leads to an address that is not public; the operator can allow addresses with OUTBOUND_ALLOW';
const controls = /[\u0000-\u001f\u007f]/;

/** Null when a user may name this URL, else a message for its field. Resolves no name. */
export function refuseUrl(text: string, rules: AddressRules): string | null {
  if (hasMoreCodePoints(text, limits.urlMax)) return `must have at most ${limits.urlMax} characters`;
  const check = checkUrl(text, rules);
  return 'refusal' in check ? check.refusal : null;
}

/** Like {@link refuseUrl}, for a URL of any length; returns the parsed target. */
export function checkUrl(text: string, rules: AddressRules): UrlCheck {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (authority.includes('@')) return { refusal: 'must not hold a user name or a password' };
  if (!plainShape.test(text) || controls.test(text) || !URL.canParse(text)) {
    return { refusal: 'must be an http or https URL' };
  }
  const url = new URL(text);
  const host = bareHost(url.hostname);
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (!mayName(host, rules)) return { refusal: notPublic };
  if (isOwn({ url, host, port }, rules)) return { refusal: 'leads to a port of this service itself' };
  // An operator who allows an address allows all its ports.
  if (port === 0 || (blockedPorts.has(port) && !isOpened(host, rules))) {
    return { refusal: `port ${port} is not allowed` };
  }
  return { target: { url, host, port, isSecure } };
}

/** The allowed addresses of a loopback name, which is never looked up (RFC 6761); null for every other name. */
export function loopbackFor(host: string, rules: AddressRules): string[] | null {
  if (!loopbackNames.test(host)) return null;
  return loopbackAddresses.filter((address) => rules.mayDial(address));
}

function mayName(host: string, rules: AddressRules): boolean {
  if (isIP(host) !== 0) return rules.mayDial(host);
  if (host === '' || metadataNames.test(host)) return false;
  return loopbackFor(host, rules)?.length !== 0;
}

function isOpened(host: string, rules: AddressRules): boolean {
  return rules.isOpened(host) || (loopbackFor(host, rules) ?? []).length > 0;
}

function isOwn(target: Omit<Target, 'isSecure'>, rules: AddressRules): boolean {
  const { host } = target;
  const addresses = isIP(host) === 0 ? (loopbackFor(host, rules) ?? []) : [host];
  return addresses.some((address) => rules.own.includes(address, target));
}

/** Removes the brackets of IPv6 and the trailing root dot; the URL parser has already lower-cased the name. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/(?<!\.)\.+$/, '');
}
