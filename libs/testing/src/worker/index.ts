export { permitWork } from './permit-work';
export { startServiceHarness, type StepTicket, type ServiceHarness } from './service-harness';
export { startUpstreamHarness, type UpstreamHarness } from './upstream-harness';
