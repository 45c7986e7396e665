import { startStubUpstream, type StubUpstream } from '../network/stub-upstream';
import { startServiceHarness, type ServiceHarness, type WorkerService } from './service-harness';

/** A worker service with a stub of the server it calls. */
export interface UpstreamHarness {
  upstream: StubUpstream;
  worker: ServiceHarness;
  close(): Promise<void>;
}

/** Starts the stub, which answers nothing until it gets a responder, and the service with the settings for its address. */
export async function startUpstreamHarness<C>(
  service: WorkerService<C>,
  settingsFor: (upstreamUrl: string) => Record<string, string>,
): Promise<UpstreamHarness> {
  const upstream = await startStubUpstream();
  const worker = await startServiceHarness(service, settingsFor(upstream.url));
  return {
    upstream,
    worker,
    async close() {
      await worker.close();
      await upstream.close();
    },
  };
}
