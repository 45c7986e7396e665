import { isLoopbackHost, type ServiceContext } from '@medley/kit';
import { opensLoopback } from '@medley/outbound';
import type { GatewaySettings } from './gateway-settings';

/** Warn in the log and in `/health` when clients on other machines can make the service send requests to loopback addresses. */
export function warnOfOpenLoopback(
  { config, logger, health }: Pick<ServiceContext<GatewaySettings>, 'config' | 'logger' | 'health'>,
  allow: readonly string[],
): void {
  if (isLoopbackHost(config.HOST) || !opensLoopback(allow)) return;
  const message =
    'OUTBOUND_ALLOW opens loopback although HOST is not: callers can reach servers of this machine';
  logger.warn(message);
  health.warn('OUTBOUND_ALLOW', message);
}
