import type { BlobStore } from '@medley/blobs';
import type { ServiceContext } from '@medley/kit';
import type { Outbound } from '@medley/outbound';
import type { PublicRoute } from './http/public-route';
import { renderError } from './http/error-response';
import type { RenderedResponse } from './http/response';
import type { RootRoute, Route } from './http/route';
import { accountRoutes } from './resources/account/account-routes';
import { batchRoutes } from './resources/batches/batch-routes';
import { catalogueRoutes } from './resources/catalogue/catalogue-routes';
import { eventRoutes } from './resources/events/event-routes';
import type { EventStreams } from './resources/events/event-streams';
import { fileRoutes } from './resources/files/file-routes';
import type { FileDependencies } from './resources/files/serve-file';
import { healthRoutes } from './resources/health/health-routes';
import type { AnnounceKeys } from './callers/key-changes';
import { keyRoutes } from './resources/keys/key-routes';
import { pipelineRoutes } from './resources/pipelines/pipeline-routes';
import { restoreRoutes } from './resources/restore/restore-routes';
import { shortcutRoutes } from './resources/shortcuts/shortcut-routes';
import type { CreationRouteDependencies } from './resources/tasks/creation/creation-route';
import { creationRoutes } from './resources/tasks/creation/creation-routes';
import { retryRoute } from './resources/tasks/retry/retry-route';
import { renderSpeechError } from './resources/speech/speech-errors';
import { speechRoutes } from './resources/speech/speech-routes';
import { taskRoutes } from './resources/tasks/task-routes';
import { transcriptRoutes } from './resources/transcripts/transcript-routes';
import { uploadRoutes } from './resources/uploads/upload-routes';
import { usageRoutes } from './resources/usage/usage-routes';
import { waveformRoutes } from './resources/waveforms/waveform-routes';
import { webhookRoutes } from './resources/webhooks/webhook-routes';
import type { GatewaySettings } from './settings/gateway-settings';
import type { Pauses } from './workers/pauses';
import type { TextPool } from './text-pool/text-pool';

export interface ApiDependencies extends CreationRouteDependencies {
  textPool: TextPool;
  blobs: BlobStore;
  outbound: Outbound;
  streams: EventStreams;
  announceKeys: AnnounceKeys;
  pauses: Pauses;
}

/** The routes under `/api/v1`, which need an API key. */
export function apiRoutes(deps: ApiDependencies, config: Readonly<GatewaySettings>): Route[] {
  return [
    ...creationRoutes(deps),
    ...shortcutRoutes(deps),
    ...taskRoutes(deps),
    retryRoute(deps),
    ...batchRoutes(deps),
    ...uploadRoutes({ ...deps, maxMediaBytes: config.MAX_MEDIA_BYTES }),
    ...webhookRoutes(deps),
    ...eventRoutes(deps),
    ...transcriptRoutes(deps),
    ...waveformRoutes(deps),
    ...restoreRoutes(deps),
    ...pipelineRoutes(deps),
    ...catalogueRoutes(deps),
    ...accountRoutes(deps.stores),
    ...usageRoutes(deps.stores),
    ...keyRoutes(deps),
  ];
}

/** The routes outside `/api/v1` that need an API key, too. */
export function rootRoutes(
  deps: ApiDependencies,
  { MAX_MEDIA_BYTES }: Readonly<GatewaySettings>,
): RootRoute[] {
  return speechRoutes({ ...deps, maxMediaBytes: MAX_MEDIA_BYTES });
}

/** The error response for a path: programs that use OpenAI's API know its errors only. */
export function renderFailure(path: string, error: unknown): RenderedResponse {
  return path === '/v1' || path.startsWith('/v1/') ? renderSpeechError(error) : renderError(error);
}

/** The routes that need no API key. */
export function publicRoutes(
  context: ServiceContext<GatewaySettings>,
  deps: FileDependencies,
): PublicRoute[] {
  return [...fileRoutes(deps), ...healthRoutes(context)];
}
