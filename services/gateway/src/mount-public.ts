import type { Express } from 'express';
import type { ServiceContext } from '@medley/kit';
import { describeApi } from './api-document';
import { publicRoutes } from './api-routes';
import { mountConsole } from './console/mount-console';
import { mountClient } from './openapi/mount-client';
import { mountDocs } from './openapi/mount-docs';
import { publicUrlsOf } from './openapi/public-urls-of';
import { mountSamples } from './resources/samples/mount-samples';
import type { GatewaySettings } from './settings/gateway-settings';
import type { FileDependencies } from './resources/files/serve-file';

/** The routes that need no API key, and the API reference. */
export function mountPublic(
  app: Express,
  {
    context,
    dependencies,
    documented,
  }: {
    context: ServiceContext<GatewaySettings>;
    dependencies: Omit<FileDependencies, 'logger'> & { consoleDirectory?: string };
    documented: Parameters<typeof describeApi>[0];
  },
): void {
  const unauthenticated = publicRoutes(context, { ...dependencies, logger: context.logger });
  for (const { mountPath, handle } of unauthenticated) app.get(mountPath, handle);
  mountClient(app);
  mountSamples(app);
  const urls = publicUrlsOf(context.config);
  mountDocs(app, () => describeApi(documented, unauthenticated, urls), urls.basePath);
  mountConsole(app, { base: urls.basePath, directory: dependencies.consoleDirectory });
}
