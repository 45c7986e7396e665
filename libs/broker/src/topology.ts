import { stepKinds, type MessageBodies, type MessageName, type StepKind } from '@medley/contracts';
import type { QueueName } from './broker';

/** Every durable queue except the dead-letter queue. */
export const queueNames: readonly QueueName[] = [
  'orchestrator',
  'webhooks',
  ...stepKinds.map((kind) => `steps.${kind}` as const),
];

/** Media kinds have a lower limit: a file that crashes ffmpeg crashes the worker at each delivery. */
const stepDeliveryLimits: Readonly<Record<StepKind, number>> = {
  fetch: 5,
  transcode: 5,
  transcribe: 5,
  llm: 10,
  depersonalize: 10,
  restore: 10,
  redact: 5,
};

const deliveryLimits = new Map<QueueName, number>([
  ['orchestrator', 20],
  ['webhooks', 20],
  ...stepKinds.map((kind) => [`steps.${kind}` as const, stepDeliveryLimits[kind]] as const),
]);

/** How often a message may be requeued before it is dead-lettered; always positive (-1 loses messages on RabbitMQ 3.10). */
export function deliveryLimitOf(queue: QueueName): number {
  const limit = deliveryLimits.get(queue);
  if (limit === undefined) throw new RangeError(`no such queue: ${queue}`);
  return limit;
}

const routes: { readonly [N in MessageName]: (body: MessageBodies[N]) => QueueName } = {
  'task.submitted': () => 'orchestrator',
  'task.requested': () => 'orchestrator',
  'step.run': (body) => `steps.${body.kind}`,
  'step.finished': () => 'orchestrator',
  'step.alive': () => 'orchestrator',
  'step.claim': () => 'orchestrator',
  'task.finished': () => 'webhooks',
};

/** The queue that a message is published to. */
export function queueOf<N extends MessageName>(name: N, body: MessageBodies[N]): QueueName {
  return routes[name](body);
}
