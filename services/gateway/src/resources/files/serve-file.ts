import { pipeline } from 'node:stream/promises';
import { create as createDisposition } from 'content-disposition';
import type { Request, RequestHandler, Response } from 'express';
import type { BlobStore, ByteRange } from '@medley/blobs';
import { isGivenOut, type MediaRef } from '@medley/contracts';
import { AppError, errorCodeOf, messageOf, type Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import { fileOfStep, type TaskView } from '@medley/task-view';
import { onResponseClosed } from '../../traffic/on-response-closed';
import type { AdmissionControl } from '../../traffic/admission-control';
import { outputHidden } from '../tasks/output-hidden';
import { sendLinkFailure } from './link-failure-page';
import { readRange } from './read-range';

export interface FileDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  blobs: BlobStore;
  taskView: TaskView;
  logger: Logger;
  admission: Pick<AdmissionControl, 'admitDownload'>;
}

/** Handle `GET` and `HEAD /files/…`. The signature of the link authorizes the request. Serves whole files and single ranges. */
export function serveFile(deps: FileDependencies): RequestHandler {
  return async (request, response) => {
    const found = await findFile(deps, request).catch((error: unknown) => {
      if (!sendLinkFailure(error, request, response)) throw error;
      return null;
    });
    if (!found) return;
    const { media, filename, accountId } = found;
    const range = readRange(request.headers.range, media.size);
    response.setHeader('Accept-Ranges', 'bytes');
    if (range === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${media.size}`);
      throw new AppError('RANGE_NOT_SATISFIABLE', `The file has ${media.size} bytes.`);
    }
    deps.admission.admitDownload(accountId, response);
    writeHead(response, { media, filename, range });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await send(deps, response, { media, range });
  };
}

interface FoundFile {
  media: MediaRef;
  filename: string;
  accountId: string;
}

async function findFile(deps: FileDependencies, request: Request): Promise<FoundFile> {
  const now = deps.stores.now();
  const url = new URL(request.originalUrl, 'http://localhost');
  const link = deps.taskView.verifyFileLink(url.pathname, url.searchParams, now);
  if (link.verdict === 'tampered')
    throw new AppError('LINK_INVALID', 'The link is not one that was given out.');
  if (link.verdict !== 'ok') throw expired();
  const task = await deps.stores.tasks.find(link.taskId);
  if (!task) throw expired();
  const isExpired = task.purged_at !== null || task.delete_requested_at !== null || now >= task.expires_at;
  if (!isExpired && !isGivenOut(task, link.stepId)) throw outputHidden();
  const media = isExpired ? null : fileOfStep(task, link);
  if (!media) throw expired();
  return { media, filename: link.filename, accountId: task.account_id };
}

function expired(): AppError {
  return new AppError('LINK_EXPIRED', 'The file is no longer stored.');
}

interface Sending {
  media: MediaRef;
  range: ByteRange | null;
}

function writeHead(response: Response, { media, filename, range }: Sending & { filename: string }): void {
  const length = range ? range.end - range.start + 1 : media.size;
  response.writeHead(range ? 206 : 200, {
    'Content-Type': media.content_type,
    'Content-Length': length,
    'Content-Disposition': createDisposition(filename),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${media.size}` } : {}),
  });
}

async function send(
  { blobs, logger }: FileDependencies,
  response: Response,
  { media, range }: Sending,
): Promise<void> {
  try {
    const file = await blobs.get(media.blob, range ?? undefined);
    onResponseClosed(response, () => file.destroy());
    await pipeline(file, response);
  } catch (error) {
    // The headers were sent, so the only way to report the failure is to break the connection.
    response.destroy();
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE')
      logger.warn('a file was cut short', { error: messageOf(error) });
  }
}
