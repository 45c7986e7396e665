import { Counter, Gauge, type Registry } from 'prom-client';
import type { GatewaySettings } from '../settings/gateway-settings';
import { createClientAddresses, type ClientAddresses } from './client-addresses';
import { ConnectionLimiter } from './connection-limiter';
import { closeStalled } from './close-stalled';
import { createAdmissionControl, type AdmissionControl } from './admission-control';
import type { TransferLimits } from './traffic-limits';

/** Limits what clients occupy of one gateway: connections, requests, bodies, responses. */
export interface TrafficControl {
  addresses: ClientAddresses;
  connectionLimiter: ConnectionLimiter;
  admission: AdmissionControl;
  close(): void;
}

interface TrafficControlOptions {
  limits: Readonly<TransferLimits>;
  metrics: Registry;
  /** Raw HTTP response to a connection that is refused. */
  refusal: string;
}

export function openTrafficControl(
  config: Pick<GatewaySettings, 'CONNECTIONS_PER_ADDRESS' | 'TRUSTED_PROXIES'>,
  { limits, metrics, refusal }: TrafficControlOptions,
): TrafficControl {
  const { CONNECTIONS_PER_ADDRESS: perAddress } = config;
  const addresses = createClientAddresses(config.TRUSTED_PROXIES);
  const cut = new Counter({
    name: 'medley_gateway_cut_connections_total',
    help: 'Connections closed because they were refused or because their client read too slowly',
    labelNames: ['reason'] as const,
    registers: [metrics],
  });
  const connectionLimiter = new ConnectionLimiter({
    addresses,
    perAddress,
    refusal,
    onRefused: () => cut.inc({ reason: 'refused' }),
  });
  new Gauge({
    name: 'medley_gateway_connections',
    help: 'Open connections',
    registers: [metrics],
    collect() {
      this.set(connectionLimiter.open.size);
    },
  });
  return {
    addresses,
    connectionLimiter,
    admission: createAdmissionControl(limits, { requestsPerAddress: perAddress, metrics }),
    close: closeStalled(connectionLimiter.open, limits, () => cut.inc({ reason: 'stalled' })),
  };
}
