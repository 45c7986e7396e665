import { Counter, Gauge, type Registry } from 'prom-client';
import { rawAnswer } from '../http/raw-answer';
import type { GatewaySettings } from '../settings/gateway-settings';
import { createClientAddresses, type ClientAddresses } from './client-addresses';
import { ConnectionGate } from './connection-gate';
import { cutStalled } from './cut-stalled';
import { createTraffic, RETRY_AFTER_S, type Traffic } from './traffic';
import type { TransferLimits } from './traffic-limits';

/** Everything that bounds what clients hold of one gateway: connections, requests, bodies, answers. */
export interface TrafficControl {
  addresses: ClientAddresses;
  gate: ConnectionGate;
  traffic: Traffic;
  close(): void;
}

export function openTraffic(
  config: Pick<GatewaySettings, 'CONNECTIONS_PER_ADDRESS' | 'TRUSTED_PROXIES'>,
  { limits, metrics }: { limits: Readonly<TransferLimits>; metrics: Registry },
): TrafficControl {
  const { CONNECTIONS_PER_ADDRESS: perAddress } = config;
  const addresses = createClientAddresses(config.TRUSTED_PROXIES);
  const cut = new Counter({
    name: 'medley_gateway_cut_connections_total',
    help: 'Connections closed because they were refused or because their client took next to nothing.',
    labelNames: ['reason'] as const,
    registers: [metrics],
  });
  const gate = new ConnectionGate({
    addresses,
    perAddress,
    refusal: refusalOf(),
    onRefused: () => cut.inc({ reason: 'refused' }),
  });
  new Gauge({
    name: 'medley_gateway_connections',
    help: 'Open connections.',
    registers: [metrics],
    collect() {
      this.set(gate.open.size);
    },
  });
  return {
    addresses,
    gate,
    traffic: createTraffic(limits, { requestsPerAddress: perAddress, metrics }),
    close: cutStalled(gate.open, limits, () => cut.inc({ reason: 'stalled' })),
  };
}

function refusalOf(): string {
  const message = `Too many connections are open. Try again in ${RETRY_AFTER_S} seconds.`;
  const error = { code: 'RATE_LIMIT_EXCEEDED', message } as const;
  return rawAnswer(429, error, { 'Retry-After': String(RETRY_AFTER_S) });
}
