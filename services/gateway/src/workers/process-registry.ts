import type { Broker } from '@medley/broker';
import { signalTopics, type ProcessReport } from '@medley/contracts';

/** A process that has not reported for this long is gone; it reports every 5 s. */
const REPORT_TTL_MS = 20_000;
/** More would be a mistake: each process of the system is one. */
const PROCESSES_MAX = 1_000;

/** The processes of the system, from their reports of the last 20 s. */
export interface ProcessRegistry {
  processes(): ProcessReport[];
  close(): Promise<void>;
}

export async function openProcessRegistry(broker: Broker): Promise<ProcessRegistry> {
  const reports = new Map<string, { report: ProcessReport; at: number }>();
  const forgetOld = (): void => {
    const oldest = performance.now() - REPORT_TTL_MS;
    for (const [key, { at }] of reports) if (at < oldest) reports.delete(key);
  };
  const listener = await broker.listen(({ name, body }) => {
    if (name !== 'process.reported') return;
    const { service, instance, version, started_at, ok, reasons, warnings } = body as ProcessReport;
    const report = { service, instance, version, started_at, ok, reasons, warnings };
    forgetOld();
    if (reports.size < PROCESSES_MAX || reports.has(report.instance))
      reports.set(report.instance, { report, at: performance.now() });
  });
  await listener.bind(signalTopics.processReported);
  return {
    processes() {
      forgetOld();
      const all = [...reports.values()].map(({ report }) => report);
      return all.sort((a, b) => compare(a.service, b.service) || compare(a.instance, b.instance));
    },
    close: () => listener.close(),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
