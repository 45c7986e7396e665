import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { ClientDisconnected } from '../../http/client-disconnected';
import { invalidFile } from './upload-errors';
import { uploadLimits } from './upload-limits';

/** The file in the body of a request. */
export interface IncomingFile {
  stream: Readable;
  /** Of the part of a form; null: the body is the file. */
  filename: string | null;
  /** Bytes, if the client stated them. */
  declaredBytes: number | null;
}

/**
 * Open the file in a body: the `file` part of `multipart/form-data`, else the whole body.
 * @throws AppError VALIDATION_ERROR on `file`
 */
export async function openFile(request: IncomingMessage): Promise<IncomingFile> {
  const type = request.headers['content-type'] ?? '';
  const declaredBytes = Number(request.headers['content-length'] ?? NaN);
  if (!/^multipart\/form-data\b/i.test(type)) {
    return {
      stream: request,
      filename: null,
      declaredBytes: Number.isFinite(declaredBytes) ? declaredBytes : null,
    };
  }
  return openForm(request);
}

function openForm(request: IncomingMessage): Promise<IncomingFile> {
  return new Promise((resolve, reject) => {
    const form = createForm(request);
    if (!form) {
      reject(invalidFile('is not in a valid form: the boundary is missing'));
      return;
    }
    const fail = (message: string): void => {
      request.unpipe(form);
      request.resume();
      reject(invalidFile(message));
    };
    form.on('file', (name, stream, { filename }) => {
      // A failure after this is one of the stream.
      stream.on('error', () => undefined);
      if (name === 'file') resolve({ stream, filename: filename || null, declaredBytes: null });
      else fail('must be the part "file" of the form');
    });
    form.on('error', () => fail('is not in a valid form'));
    form.on('close', () => fail('is required: the part "file" of the form'));
    // A form that breaks off is no valid form; the stream of its file fails with this.
    request.on('close', () => {
      if (!request.complete) form.destroy(new ClientDisconnected());
    });
    request.pipe(form);
  });
}

function createForm(request: IncomingMessage): busboy.Busboy | null {
  const limits = {
    files: 1,
    fields: uploadLimits.formFieldsMax,
    parts: uploadLimits.formFieldsMax + 1,
    fieldSize: 64 * 1024,
  };
  try {
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8' });
  } catch {
    return null;
  }
}
