import type { RequestHandler } from 'express';
import { answerHealth, answerMetrics, type ServiceContext } from '@medley/kit';
import { serveFile, type FileParts } from '../files/serve-file';
import type { OpenRow } from '../openapi/build-document';
import { openDocs } from '../openapi/docs/open-docs';

/** A route that needs no key, in its own form rather than in the envelope. */
export interface OpenRoute extends OpenRow {
  /** Where it is mounted. */
  at: string | RegExp;
  handle: RequestHandler;
}

export function openRoutes(
  { health, metrics }: Pick<ServiceContext<unknown>, 'health' | 'metrics'>,
  parts: FileParts,
): OpenRoute[] {
  return [
    {
      path: '/files/:taskId/:stepId/:filename',
      methods: ['get', 'head'],
      docs: openDocs.file,
      // As a pattern, so that the router leaves the path encoded: that is what was signed.
      at: /^\/files\//,
      handle: serveFile(parts),
    },
    {
      path: '/health',
      methods: ['get'],
      docs: openDocs.health,
      at: '/health',
      handle: sendReport(() => answerHealth(health)),
    },
    {
      path: '/metrics',
      methods: ['get'],
      docs: openDocs.metrics,
      at: '/metrics',
      handle: sendReport(() => answerMetrics(metrics)),
    },
  ];
}

function sendReport(make: () => ReturnType<typeof answerHealth>): RequestHandler {
  return async (_request, response) => {
    const { status, type, body } = await make();
    response.status(status).type(type).send(body);
  };
}
