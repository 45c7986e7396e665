import { signalTopics } from '@medley/contracts';
import { productVersion, runInBackground, type ServiceContext } from '@medley/kit';
import type { Broker } from './broker';

const REPORT_MS = 5_000;

/** Says every 5 s how this process is and which master keys it uses, for operators and for the rotation of the key. */
export function reportProcess(
  broker: Broker,
  context: Pick<ServiceContext<unknown>, 'name' | 'instance' | 'health' | 'lifecycle' | 'logger'>,
): void {
  const { name: service, instance, health, lifecycle, logger } = context;
  const facts = { service, instance, version: productVersion, started_at: new Date().toISOString() };
  const report = async (): Promise<void> => {
    const body = { ...facts, ...(await health.report()), master_keys: health.keyUse() };
    if (!lifecycle.isStopping) broker.signal('process.reported', signalTopics.processReported, body);
  };
  const send = (): void => runInBackground(report(), logger, 'process report');
  const timer = setInterval(send, REPORT_MS);
  lifecycle.onStop('process reports', () => clearInterval(timer));
  send();
}
