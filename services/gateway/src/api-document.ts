import type { JsonSchema } from '@medley/contracts';
import { SAMPLES_PATH } from '@medley/outbound';
import type { PublicRoute } from './http/public-route';
import type { OperatorRoute } from './http/operator-route';
import type { Route } from './http/route';
import { buildDocument } from './openapi/build-document';
import { describeSpeech } from './resources/speech/docs/describe-speech';
import { speechSchemas } from './resources/speech/docs/speech-schemas';
import type { PublicUrls } from './openapi/public-urls-of';
import { accountSchemas } from './resources/account/account-schemas';
import { catalogueSchemas } from './resources/catalogue/catalogue-schemas';
import { eventSchemas } from './resources/events/event-schemas';
import { batchResourceSchemas } from './resources/batches/batch-docs';
import { operatorSchemas } from './resources/operator/operator-schemas';
import { uploadSchemas } from './resources/uploads/upload-docs';
import { keySchemas } from './resources/keys/key-docs';
import { pipelineSchemas } from './resources/pipelines/pipeline-schemas';
import { batchSchemas } from './resources/tasks/creation/batch-schemas';
import { SAMPLE_NAME } from './resources/samples/mount-samples';
import { EXAMPLE_URL } from './resources/tasks/examples/example-tasks';
import { outputSchemas } from './resources/tasks/output-schemas';
import { waveformSchemas } from './resources/waveforms/waveform-docs';
import { taskSchemas } from './resources/tasks/task-schemas';
import { describeWebhooks } from './resources/webhooks/describe-webhooks';
import { usageSchemas } from './resources/usage/usage-docs';
import { webhookSchemas } from './resources/webhooks/webhook-schemas';

/** Schemas of the responses of all resources, by component name. */
export const responseSchemas = {
  ...taskSchemas,
  ...outputSchemas,
  ...waveformSchemas,
  ...batchSchemas,
  ...batchResourceSchemas,
  ...pipelineSchemas,
  ...uploadSchemas,
  ...catalogueSchemas,
  ...accountSchemas,
  ...keySchemas,
  ...usageSchemas,
  ...webhookSchemas,
  ...eventSchemas,
  ...speechSchemas,
} satisfies Record<string, JsonSchema>;

/** The OpenAPI document of the whole gateway. */
export function describeApi(
  { routes, operatorRoutes }: { routes: readonly Route[]; operatorRoutes: readonly OperatorRoute[] | null },
  publicRoutes: readonly PublicRoute[],
  urls: PublicUrls,
): JsonSchema {
  const webhooks = describeWebhooks();
  const speech = describeSpeech(urls.rootUrl);
  const operator = operatorRoutes && { operatorRoutes };
  const schemas = { ...responseSchemas, ...(operator && operatorSchemas) };
  const document = buildDocument({ routes, publicRoutes, schemas, webhooks, speech, ...operator }, urls);
  return urls.rootUrl === '/'
    ? document
    : withSample(document, `${urls.rootUrl}${SAMPLES_PATH}${SAMPLE_NAME}`);
}

/** The examples name a recording that exists, so that they work as they stand. */
function withSample(document: JsonSchema, sampleUrl: string): JsonSchema {
  const replace = (_key: string, value: unknown): unknown => (value === EXAMPLE_URL ? sampleUrl : value);
  return JSON.parse(JSON.stringify(document), replace) as JsonSchema;
}
