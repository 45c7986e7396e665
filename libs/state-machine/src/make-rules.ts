import { randomUUID } from 'node:crypto';
import { HOUR_MS, taskLimits } from '@medley/contracts';
import { HEARTBEAT_TIMEOUT_MS, type Rules } from './rules';

const CLAIM_TIMEOUT_MS = 5_000;
const JITTER = 0.2;

/** The rules of a running service; those of the settings are given. */
export function makeRules(settings: Pick<Rules, 'prices' | 'retryDelaysMs'>): Rules {
  return {
    ...settings,
    attemptsMax: taskLimits.attemptsMax,
    jitter: () => JITTER * (2 * Math.random() - 1),
    claimTimeoutMs: CLAIM_TIMEOUT_MS,
    heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS,
    keepUndeliveredMs: HOUR_MS,
    newId: randomUUID,
  };
}
