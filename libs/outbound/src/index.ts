export { OutboundError } from './outbound';
export type { Outbound, OutboundFailure, OutboundRequest, OutboundResponse } from './outbound';
