export { AppError } from './app-error';
export type { AppErrorOptions } from './app-error';
export { backoffMs } from './backoff';
export type { BackoffOptions } from './backoff';
export { createLogger } from './create-logger';
export type { Logger } from './create-logger';
export { Health } from './health';
export type { HealthCheck, HealthReport } from './health';
export { isLoopbackHost } from './is-loopback-host';
export { Lifecycle } from './lifecycle';
export { ConfigError, environment, loadConfig, OperatorError } from './load-config';
export { loadPrices, readJsonFile } from './load-prices';
export { runService } from './run-service';
export type { ServiceContext, ServiceDefinition } from './run-service';
export { deriveKey, seal, unseal } from './seal';
export type { KeyPurpose } from './seal';
export { answerHealth, answerMetrics, serveHealth } from './serve-health';
export type { HealthServer } from './serve-health';
export { slotLimits } from './slot-limits';
export { SlotWatchdog } from './slot-watchdog';
export {
  blobSettings,
  brokerSettings,
  commaList,
  ffmpegSettings,
  outboundSettings,
  processSettings,
  secretSettings,
  storeSettings,
} from './settings';
export type {
  BlobSettings,
  BrokerSettings,
  FfmpegSettings,
  OutboundSettings,
  ProcessSettings,
  SecretSettings,
  StoreSettings,
} from './settings';
export { errorCodeOf, messageOf, toFailure } from './to-failure';
