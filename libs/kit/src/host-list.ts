import Joi from 'joi';

const authority = /^[a-z0-9+]+:\/\/([^/?#]*)/i;

/**
 * A URL whose authority may list several hosts, as MongoDB writes them: `scheme://user:password@a:1,b:2/path`. Returns
 * the same URL once for each host, in their order; a text that is no such URL is returned as it is.
 */
export function urlsOfHosts(url: string): string[] {
  const [start = '', whole] = authority.exec(url) ?? [];
  if (whole === undefined) return [url];
  const hosts = whole.slice(whole.lastIndexOf('@') + 1);
  const before = start.slice(0, start.length - hosts.length);
  return hosts.split(',').map((host) => `${before}${host}${url.slice(start.length)}`);
}

/** A setting that is a URL of one of these schemes with one host, or with several that are separated by commas. */
export function hostListUri(scheme: string[]): Joi.StringSchema {
  const single = Joi.string().uri({ scheme }).required();
  const rule = `must be a URL (${scheme.join(', ')}) with a host, or several hosts separated by commas`;
  return Joi.string()
    .meta({ scheme })
    .custom((value: string, helpers) => {
      const isValid = urlsOfHosts(value).every((url) => !single.validate(url).error && hasHost(url));
      // Never the value: it has a password.
      return isValid ? value : helpers.message({ custom: `{{#label}} ${rule}` });
    });
}

/** An empty port is refused: it is what remains of a second URL after a comma. */
function hasHost(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname !== '' && !/^[^/]*\/\/[^/?#]*:(?:[/?#]|$)/.test(url);
}
