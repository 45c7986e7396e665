import { parseTraceparent, type MessageBodies, type MessageName } from '@medley/contracts';
import { currentTraceparent, inSpan, isTracing, outsideTraces, type SpanAttributes } from '@medley/tracing';
import type { PublishOutcome, QueueName } from './broker';

/** Heartbeats of an hour would fill a trace; claims repeat until they are answered. */
const untraced = new Set<MessageName>(['step.alive', 'step.claim']);

/** Send a message in a span whose context travels in its body: bodies of several tasks may share one message. */
export function tracePublish<N extends MessageName>(
  message: { name: N; body: MessageBodies[N]; queue: QueueName },
  send: (body: MessageBodies[N]) => Promise<PublishOutcome>,
): Promise<PublishOutcome> {
  const { name, body, queue } = message;
  if (!isTracing() || untraced.has(name)) return send(body);
  const attributes = { ...attributesOf('publish', name, body), 'messaging.destination.name': queue };
  return inSpan(`publish ${name}`, { kind: 'producer', attributes }, async (span) => {
    const traceparent = span.traceparent ?? currentTraceparent();
    const outcome = await send(traceparent === undefined ? body : { ...body, traceparent });
    if (outcome !== 'confirmed') span.fail(outcome);
    return outcome;
  });
}

/** Handle a message in a span below the one that published it; without a context of its publisher, in no trace. */
export function traceProcess<T>(
  name: MessageName,
  body: MessageBodies[MessageName],
  handle: () => Promise<T>,
): Promise<T> {
  if (!isTracing()) return handle();
  const parent = parseTraceparent(body.traceparent) ?? undefined;
  if (parent === undefined || untraced.has(name)) return outsideTraces(handle);
  const attributes = attributesOf('process', name, body);
  return inSpan(`process ${name}`, { kind: 'consumer', parent, attributes }, handle);
}

function attributesOf(
  operation: 'publish' | 'process',
  name: MessageName,
  body: MessageBodies[MessageName],
): SpanAttributes {
  return {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': operation,
    'medley.message': name,
    'medley.task.id': body.task_id,
    ...('step_id' in body && { 'medley.step.id': body.step_id, 'medley.attempt': body.attempt }),
  };
}
