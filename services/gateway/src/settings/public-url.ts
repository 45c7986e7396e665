import type { GatewaySettings } from './gateway-settings';

/** The base URL of the gateway for clients, without a trailing slash. */
export function publicUrlOf(config: Pick<GatewaySettings, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  return (config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/(?<!\/)\/+$/, '');
}
