import type { Locker } from '@tus/utils';
import { AppError } from '@medley/kit';
import { API_PREFIX } from '../../http/route';
import { renderError } from '../../http/error-response';
import type { Endpoint } from '../../http/endpoint';
import { checkBody } from '../../validation/check-body';
import type { UploadDependencies } from './receive-upload';
import { uploadQuery } from './upload-docs';

/** The path of uploads that resume. */
const TUS_PATH = `${API_PREFIX}/uploads/tus`;

/**
 * Uploads that resume, by tus 1.0. `@tus/server` speaks the protocol; the store keeps the bytes. The library is loaded by the
 * first request, because few gateways need it.
 */
export function tusEndpoint(deps: UploadDependencies): Endpoint {
  let locker: Locker | undefined;
  return {
    roleOf: { method: 'post', path: '/uploads' },
    paths: [TUS_PATH, `${TUS_PATH}/:uploadId`],
    streamsBody: true,
    async handle(caller, { request, response }) {
      const { MemoryLocker, Server } = await import('@tus/server');
      const { TusError, TusStore } = await import('./tus-store.js');
      locker ??= new MemoryLocker();
      const server = new Server({
        path: TUS_PATH,
        datastore: new TusStore(deps, caller),
        locker,
        maxSize: deps.maxMediaBytes,
        relativeLocation: true,
        // The gateway has its own setting for other origins.
        allowedOrigins: () => false,
        onUploadCreate: (_, { metadata }) => {
          const filename = metadata?.['filename'] ?? undefined;
          const { issues } = checkBody(uploadQuery, filename === undefined ? {} : { filename });
          if (issues[0]) throw new TusError({ status_code: 400, body: `filename ${issues[0].message}\n` });
          return Promise.resolve({});
        },
        onResponseError: (_, error) => toTusError(error),
      });
      await server.handle(request, response);
    },
  };
}

/** Errors of Medley have the status and the body that other routes give; those of the protocol stay. */
function toTusError(error: unknown): { status_code: number; body: string } | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { status, body } = renderError(error);
  return { status_code: status, body };
}
