import { pipeline } from 'node:stream/promises';
import { create as createDisposition } from 'content-disposition';
import type { Request, RequestHandler, Response } from 'express';
import type { BlobStore, ByteRange } from '@medley/blobs';
import type { MediaRef } from '@medley/contracts';
import { AppError, errorCodeOf, messageOf, type Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import { fileOfStep, type TaskView } from '@medley/task-view';
import { onceClosed } from '../traffic/once-closed';
import type { Traffic } from '../traffic/traffic';
import { readRange } from './read-range';

export interface FileParts {
  stores: Pick<Stores, 'tasks' | 'now'>;
  blobs: BlobStore;
  taskView: TaskView;
  logger: Logger;
  traffic: Pick<Traffic, 'enterDownload'>;
}

/** `GET` and `HEAD /files/…`: the signature in the link is the permission. Serves whole files and single ranges. */
export function serveFile(parts: FileParts): RequestHandler {
  return async (request, response) => {
    const { media, filename, accountId } = await findFile(parts, request);
    const range = readRange(request.headers.range, media.size);
    response.setHeader('Accept-Ranges', 'bytes');
    if (range === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${media.size}`);
      throw new AppError('RANGE_NOT_SATISFIABLE', `The file has ${media.size} bytes.`);
    }
    parts.traffic.enterDownload(accountId, response);
    writeHead(response, { media, filename, range });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await send(parts, response, { media, range });
  };
}

interface FoundFile {
  media: MediaRef;
  filename: string;
  accountId: string;
}

async function findFile(parts: FileParts, request: Request): Promise<FoundFile> {
  const now = parts.stores.now();
  const url = new URL(request.originalUrl, 'http://localhost');
  const link = parts.taskView.verifyFileLink(url.pathname, url.searchParams, now);
  if (link.verdict === 'tampered')
    throw new AppError('LINK_INVALID', 'The link is not one that was given out.');
  if (link.verdict !== 'ok') throw expired();
  const task = await parts.stores.tasks.find(link.taskId);
  if (!task) throw expired();
  const isGone = task.purged_at !== null || task.delete_requested_at !== null || now >= task.expires_at;
  const media = isGone ? null : fileOfStep(task, link);
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
  { blobs, logger }: FileParts,
  response: Response,
  { media, range }: Sending,
): Promise<void> {
  try {
    const file = await blobs.get(media.blob, range ?? undefined);
    onceClosed(response, () => file.destroy());
    await pipeline(file, response);
  } catch (error) {
    // The head is out; all that is left is to break the connection, so that nobody takes a part for the whole.
    response.destroy();
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE')
      logger.warn('a file was cut short', { error: messageOf(error) });
  }
}
