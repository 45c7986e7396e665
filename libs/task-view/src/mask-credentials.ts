const MASK = '***';

/** Names of query parameters that hold credentials: signed links of S3, GCS, Azure and CloudFront, tokens, keys. */
const SECRET_NAME = new RegExp(
  [
    'token|secret|signature|passw|credential|session|oauth|authori[sz]ation',
    'api[-_]?key|access[-_]?key|key[-_]?pair',
    '^x-(?:amz|goog|oss|cos)-',
    '^(?:auth|sig|sign|key|pwd|pass|jwt|policy|code|hmac|hash)$',
  ].join('|'),
  'i',
);
const PARAMETER = /([?&;#])([^=&;#?]+)=[^&;#]*/g;
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i;
/** Telegram serves files below `/file/bot<id>:<secret>/`. */
const BOT_TOKEN = /(\/bot\d+):[\w-]+/g;

/** Mask everything in a link that looks like a credential; all other characters stay unchanged. */
export function maskCredentials(url: string): string {
  return url
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(BOT_TOKEN, `$1:${MASK}`)
    .replace(PARAMETER, (whole: string, mark: string, name: string) =>
      SECRET_NAME.test(decodeName(name)) ? `${mark}${name}=${MASK}` : whole,
    );
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim();
  } catch {
    return name;
  }
}
