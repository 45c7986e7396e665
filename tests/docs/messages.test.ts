import { amqpNames, deliveryLimitOf, type QueueName, queueNames, queueOf } from '@medley/broker';
import {
  messageCatalogue,
  signalTopics,
  stepCatalogue,
  stepKinds,
  type MessageName,
  type SignalName,
  type StepKind,
  type StepRun,
} from '@medley/contracts';
import type Joi from 'joi';
import { namesApart, plain, readRows, type Row } from './read-tables';

const PATH = 'docs/messages.md';
const messageNames = Object.keys(messageCatalogue) as MessageName[];

/** The compiler keeps this list complete. */
const topics: Readonly<Record<SignalName, string>> = {
  'task.event': signalTopics.taskEvent('<task id>', '<type>'),
  'task.sent': signalTopics.taskSent,
  'step.progress': signalTopics.taskEvent('<task id>', 'step.progress'),
  'step.offered': signalTopics.stepOffered('<kind>' as StepKind, '<worker>'),
  'step.replied': signalTopics.stepReplied('<gateway>'),
  'step.delta': signalTopics.taskEvent('<task id>', 'step.delta'),
  'step.cancel': signalTopics.stepCancel,
  'step.claimed': signalTopics.stepClaimed('<worker>'),
  'turns.waiting': signalTopics.turnsWaiting,
  'keys.changed': signalTopics.keysChanged,
  'kinds.paused': signalTopics.kindsPaused,
  'process.reported': signalTopics.processReported,
  'worker.announced': signalTopics.workerAnnounced,
  'worker.census': signalTopics.workerCensus,
  'listener.topics': signalTopics.listenerTopics,
};

describe('docs/messages.md', () => {
  it('lists every message as the catalogue has it', () => {
    const rows = byName(readRows(PATH, 'Messages'), 'Message');
    const faults = namesApart(PATH, [...rows.keys()], messageNames);
    for (const name of messageNames) {
      const { version, from, to, schema } = messageCatalogue[name];
      const row = rows.get(name) ?? {};
      const body = fieldsOf(schema.describe()).map((field) => `\`${field}\``);
      faults.push(
        ...differences(name, row, {
          Version: String(version),
          From: from,
          To: to,
          Queue: `\`${queueFor(name)}\``,
          Body: body.join(', '),
        }),
      );
      if (!row['When it is lost']) faults.push(`${PATH}: the row ${name} does not say what a loss means`);
    }
    expect(faults).toEqual([]);
  });

  it('lists every queue with its real name, its consumer and its delivery limit', () => {
    const rows = byName(readRows(PATH, 'Queues'), 'Queue');
    const faults = namesApart(PATH, [...rows.keys()], queueNames);
    for (const queue of queueNames) {
      faults.push(
        ...differences(queue, rows.get(queue) ?? {}, {
          'Name in RabbitMQ': `\`${amqpNames('<prefix>').queue(queue)}\``,
          Consumer: consumerOf(queue),
          'Delivery limit': String(deliveryLimitOf(queue)),
        }),
      );
    }
    expect(faults).toEqual([]);
  });

  it('lists every signal with its topic', () => {
    const rows = byName(readRows(PATH, 'Signals'), 'Signal');
    const faults = namesApart(PATH, [...rows.keys()], Object.keys(topics));
    for (const [name, topic] of Object.entries(topics))
      faults.push(...differences(name, rows.get(name) ?? {}, { Topic: `\`${topic}\`` }));
    expect(faults).toEqual([]);
  });
});

function byName(rows: readonly Row[], column: string): Map<string, Row> {
  return new Map(rows.map((row) => [plain(row[column]), row]));
}

function differences(name: string, row: Row, wanted: Readonly<Record<string, string>>): string[] {
  return Object.entries(wanted)
    .filter(([column, value]) => row[column] !== value)
    .map(
      ([column, value]) => `${PATH}: the row ${name} says ${column} "${row[column]}", the code "${value}"`,
    );
}

interface Described {
  keys?: Record<string, unknown>;
  matches?: { schema: Joi.Description }[];
}

/** The fields of a body; of one with variants, those of all variants. */
function fieldsOf(description: Joi.Description): string[] {
  const { keys, matches } = description as Described;
  if (keys) return Object.keys(keys);
  return [...new Set((matches ?? []).flatMap(({ schema }) => fieldsOf(schema)))];
}

function queueFor(name: MessageName): string {
  const [kind] = stepKinds;
  return queueOf(name, { kind } as StepRun).replace(kind, '<kind>');
}

function consumerOf(queue: QueueName): string {
  const kind = stepKinds.find((one) => queue === `steps.${one}`);
  if (kind) return stepCatalogue[kind].service;
  return queue === 'webhooks' ? 'webhook-dispatcher' : 'orchestrator';
}
