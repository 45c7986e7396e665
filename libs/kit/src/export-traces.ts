import { startTracing, type TracingSettings } from '@medley/tracing';
import { productVersion } from './product-version';
import type { Logger } from './create-logger';
import type { Lifecycle } from './lifecycle';
import { messageOf } from './to-failure';

interface TracedContext {
  name: string;
  instance: string;
  config: TracingSettings;
  logger: Logger;
  lifecycle: Lifecycle;
}

/** Export the spans of this process if its settings say where to. Stopped last: what stops before has spans, too. */
export async function exportTraces(context: TracedContext): Promise<void> {
  const { name, instance, config, logger, lifecycle } = context;
  const traces = await startTracing(config, {
    name: name === 'medley' ? name : `medley-${name}`,
    instance,
    version: productVersion,
    onFault: (error) => logger.warn('spans could not be exported', { error: messageOf(error) }),
  });
  lifecycle.onStop('traces', () => traces.stop());
}
