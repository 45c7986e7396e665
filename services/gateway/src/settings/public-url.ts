import type { GatewaySettings } from './gateway-settings';

/** Where clients reach the gateway, without a slash at the end. */
export function publicUrlOf(config: Pick<GatewaySettings, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  return (config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/(?<!\/)\/+$/, '');
}
