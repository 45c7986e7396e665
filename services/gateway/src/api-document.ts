import type { JsonSchema } from '@medley/contracts';
import type { PublicRoute } from './http/public-route';
import type { Route } from './http/route';
import { buildDocument } from './openapi/build-document';
import type { PublicUrls } from './openapi/public-urls-of';
import { accountSchemas } from './resources/account/account-schemas';
import { catalogueSchemas } from './resources/catalogue/catalogue-schemas';
import { eventSchemas } from './resources/events/event-schemas';
import { batchResourceSchemas } from './resources/batches/batch-docs';
import { uploadSchemas } from './resources/uploads/upload-docs';
import { keySchemas } from './resources/keys/key-docs';
import { pipelineSchemas } from './resources/pipelines/pipeline-schemas';
import { batchSchemas } from './resources/tasks/creation/batch-schemas';
import { outputSchemas } from './resources/tasks/output-schemas';
import { taskSchemas } from './resources/tasks/task-schemas';
import { describeWebhooks } from './resources/webhooks/describe-webhooks';
import { usageSchemas } from './resources/usage/usage-docs';
import { webhookSchemas } from './resources/webhooks/webhook-schemas';

/** Schemas of the responses of all resources, by component name. */
export const responseSchemas = {
  ...taskSchemas,
  ...outputSchemas,
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
} satisfies Record<string, JsonSchema>;

/** The OpenAPI document of the whole gateway. */
export function describeApi(
  routes: readonly Route[],
  publicRoutes: readonly PublicRoute[],
  urls: PublicUrls,
): JsonSchema {
  const webhooks = describeWebhooks();
  return buildDocument({ routes, publicRoutes, schemas: responseSchemas, webhooks }, urls);
}
