export { busiestTurn, canMeasureTurns } from './busiest-turn';
export { cpuTimeOf } from './cpu-time';
export { freezeTimers, type FrozenTimers, withFrozenTimers } from './frozen-timers';
export { decodeSound } from './inputs/decode-sound';
export { loopbackSpellings, malformed, metadata, notPublic } from './inputs/hostile-urls';
export { makeWav } from './inputs/make-wav';
export { WAV_HEADER_BYTES, wavHeader } from './inputs/wav-header';
export { slowSchema } from './inputs/slow-schema';
export { textOfManyForms } from './inputs/text-of-many-forms';
export { type DnsServer, startDnsServer, type DnsZone } from './network/dns-server';
export { type FaultMode, type FaultProxy, startFaultProxy } from './network/fault-proxy';
export { startHeldSource, type HeldSource } from './network/held-source';
export { startStubEngines, type StubEngines } from './network/stub-engines';
export { RawConnection } from './network/raw-connection';
export { canSeparateNetworks, type SeparateNetwork, startSeparateNetwork } from './network/separate-network';
export { serveBytes } from './network/serve-bytes';
export {
  type ModelCall,
  type SmallModel,
  type SmallModelOptions,
  startSmallModel,
} from './network/small-model';
export {
  respondBytes,
  respondTruncated,
  respondJson,
  type Responder,
  type RecordedRequest,
  neverRespond,
  startStubUpstream,
  respondStatus,
  type StubUpstream,
} from './network/stub-upstream';
export { takeFreePort } from './network/take-free-port';
export { type Received, type Receiver, startReceiver } from './network/webhook-receiver';
export { startWiretap, type Wiretap } from './network/wiretap';
export { listFiles } from './list-files';
export { overlay } from './overlay';
export { Program } from './program';
export { recordLog, type LogLine } from './record-log';
export { readMetric } from './read-metric';
export { until } from './until';
