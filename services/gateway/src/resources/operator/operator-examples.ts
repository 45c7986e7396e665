import { exampleIds } from '../tasks/examples/example-tasks';
import type { PublicKey } from '../keys/key-view';
import type { OperatorAccount, OperatorKind, OperatorLetter, OperatorProcess } from './operator-views';

const at = '2026-03-02T09:30:00.000Z';
const account: OperatorAccount = {
  ...{ id: exampleIds.key, name: 'newsroom', tariff: 'standard', balance: 900, reserved: 2.5, charged: 97.5 },
  ...{ stored_bytes: 1_048_576, suspended_at: null, created_at: at },
};
const key: PublicKey = {
  ...{ id: exampleIds.key, name: null, role: 'owner', active: true, last4: 'x9Qk', created_at: at },
  ...{ expires_at: null, last_used_at: null, budget: null },
};
const secret = 'sk-3q2-7wR1uKf0Zr8dYpEo5sJcVnTbLhGmXaIqU4Nx9Qk';
const kind: OperatorKind = {
  ...{ kind: 'transcribe', waiting: 12, running: 2, oldest_waiting_at: at, queued_messages: 4 },
  ...{ workers: 1, ready_workers: 1, paused_workers: 0, reason: null, paused_at: null },
};
const letter: OperatorLetter = {
  ...{ id: '5d41402abc4b2a76b9719d911017c592', reason: 'delivery_limit', queue: 'steps.transcode' },
  ...{ message: 'step.run', task_id: exampleIds.key, step_id: 'transcode', count: 3, first_at: at },
  ...{ last_at: at, retry_at: null, retry_error: null },
};
const process: OperatorProcess = {
  ...{ service: 'transcoder', instance: 'transcoder-1f0c2a9b', version: '0.2.0', started_at: at },
  ...{ ok: false, reasons: { broker: 'no connection' }, warnings: {} },
};

/** Values of the examples in the API reference. */
export const examples = { at, account, key, secret, kind, letter, process } as const;
