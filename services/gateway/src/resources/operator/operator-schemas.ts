import { stepKinds, type JsonSchema } from '@medley/contracts';
import * as schema from '../../route-docs/schema-builders';
import type { PublicKey } from '../keys/key-view';
import type { OperatorAccount, OperatorKind, OperatorLetter, OperatorProcess } from './operator-views';

const account: Record<keyof OperatorAccount, JsonSchema> = {
  id: schema.uuid,
  name: schema.text,
  tariff: schema.text,
  balance: schema.describedNumber('Credits.'),
  reserved: schema.describedNumber('Credits reserved for unfinished tasks.'),
  charged: schema.describedNumber('Credits charged so far.'),
  stored_bytes: schema.bytes,
  suspended_at: schema.orNull(schema.timestamp),
  created_at: schema.timestamp,
};

const reasons: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };

/** Schemas of the responses to the operator, by component name. */
export const operatorSchemas = {
  OperatorAccount: schema.recordOf<OperatorAccount>(account),
  OperatorNewAccount: schema.recordOf<OperatorAccount & { key: PublicKey; webhook_secret: string }>({
    ...account,
    key: schema.refTo('NewKey'),
    webhook_secret: schema.describedText('Signs the webhooks of the account.'),
  }),
  OperatorKind: schema.recordOf<OperatorKind>({
    kind: schema.choiceOf(stepKinds),
    waiting: schema.count,
    running: schema.count,
    oldest_waiting_at: schema.orNull(schema.timestamp),
    queued_messages: schema.orNull(schema.count),
    workers: schema.count,
    ready_workers: schema.count,
    paused_workers: schema.count,
    reason: schema.orNull(schema.describedText('Why no worker can work.')),
    paused_at: schema.orNull(schema.timestamp),
  }),
  OperatorDeadLetter: schema.recordOf<OperatorLetter>({
    id: schema.text,
    reason: schema.describedText('`rejected`, `delivery_limit`, `expired` or `maxlen`.'),
    queue: schema.text,
    message: schema.orNull(schema.describedText('Name of the message; null: not readable.')),
    task_id: schema.orNull(schema.text),
    step_id: schema.orNull(schema.text),
    count: schema.count,
    first_at: schema.timestamp,
    last_at: schema.timestamp,
    retry_at: schema.orNull(schema.timestamp),
    retry_error: schema.orNull(schema.text),
  }),
  OperatorProcess: schema.recordOf<OperatorProcess>({
    service: schema.text,
    instance: schema.text,
    version: schema.text,
    started_at: schema.timestamp,
    ok: schema.boolean,
    reasons,
    warnings: reasons,
  }),
} satisfies Record<string, JsonSchema>;
