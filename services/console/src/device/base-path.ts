/** Path prefix of the gateway, without a trailing slash: assets are in `PREFIX/console/assets`. */
const prefix = import.meta.env.DEV
  ? ''
  : new URL(/* @vite-ignore */ '../..', import.meta.url).pathname.replace(/\/$/, '');

/** Where the screens of the console are. */
export const consolePath = `${prefix}/console`;

/** Where the API is: always the host that the page came from. */
export const serviceUrl = `${location.origin}${prefix}`;
