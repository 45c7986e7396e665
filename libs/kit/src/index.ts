export { AccountTurns } from './account-turns';
export { AppError } from './app-error';
export { backoffMs } from './backoff';
export { createLogger } from './create-logger';
export type { Logger } from './create-logger';
export { delay } from './delay';
export { collectFaults, schemaCheck } from './find-setting-faults';
export type { Environment } from './find-setting-faults';
export { getOrRegister } from './get-or-register';
export { Health } from './health';
export { urlsOfHosts } from './host-list';
export { isLoopbackHost } from './is-loopback-host';
export { isUsageError } from './is-usage-error';
export { Lifecycle } from './lifecycle';
export { ConfigError, environment, loadConfig, OperatorError } from './load-config';
export { loadPrices, readJsonFile } from './load-prices';
export {
  findMasterKeys,
  findOperatorKey,
  loadMasterKeys,
  loadOperatorKey,
  replaceMasterKey,
} from './key-file';
export { Keyring } from './keyring';
export { chooseMasterKeys, fingerprintOf, masterKeysOf } from './master-keys';
export type { MasterKeys } from './master-keys';
export { registerProcessMetrics } from './process-metrics';
export { productVersion } from './product-version';
export { runInBackground } from './run-in-background';
export { runService } from './run-service';
export type { ServiceContext } from './run-service';
export { deriveKey, seal, unseal } from './seal';
export type { KeyPurpose } from './seal';
export { HeaderSealer } from './sealed-headers';
export type { BoundHeaders } from './sealed-headers';
export { shareReading } from './share-reading';
export { answerHealth, answerMetrics, serveHealth } from './serve-health';
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
export { taskLogFields } from './task-log-fields';
export { findTypos, warnOfTypos } from './warn-of-typos';
export { errorCodeOf, messageOf, toFailure } from './to-failure';
