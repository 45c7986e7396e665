export { createOutbound } from './create-outbound';
export { OutboundError } from './outbound';
export type { Outbound, OutboundRequest, OutboundResponse } from './outbound';
export { opensLoopback } from './opens-loopback';
export { ownEndpoints, SAMPLES_PATH } from './own-endpoints';
export type { Endpoint } from './own-endpoints';
export type { Resolve } from './resolve-name';
