export { httpStatuses } from './http/error-response';
export { gatewaySchema } from './settings/gateway-settings';
export type { GatewaySettings } from './settings/gateway-settings';
export { warnOfOpenLoopback } from './settings/warn-of-open-loopback';
export { publicUrlOf } from './settings/public-url';
export { startGateway } from './start-gateway';
export type { GatewayDependencies } from './start-gateway';
export { findGatewayFaults } from './settings/find-gateway-faults';
