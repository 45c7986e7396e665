import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { ValidationIssue } from '@medley/contracts';
import type { AppError } from '@medley/kit';
import type { Upload } from '@medley/store';
import { ClientDisconnected } from '../../http/client-disconnected';
import type { Call } from '../../http/route';
import { checkBody } from '../../validation/check-body';
import { validationError } from '../../validation/validation-error';
import { receiveUpload, type UploadDependencies } from '../uploads/receive-upload';
import { removeUpload } from '../uploads/remove-upload';
import { uploadQuery } from '../uploads/upload-docs';
import { isKnownField } from './speech-fields';
import { speechLimits } from './speech-limits';

/** A form with one file, which is stored. */
export interface ReceivedForm {
  upload: Upload;
  /** The values of the known fields, by name without `[]`. */
  fields: ReadonlyMap<string, readonly string[]>;
}

/**
 * Receive a form whose fields may stand before and after its file. Needs memory for the known fields and some chunks of the
 * file; after a failure nothing of it is kept.
 * @throws AppError VALIDATION_ERROR, and those of an upload
 */
export async function receiveForm(deps: UploadDependencies, call: Call): Promise<ReceivedForm> {
  const request = call.incoming();
  const form = openForm(request);
  const fields = new Map<string, string[]>();
  const issues: ValidationIssue[] = [];
  let receiving: Promise<Upload> | undefined;
  form.on('field', (name, value, { valueTruncated }) => {
    const issue = keepField(fields, { name, value, isTruncated: valueTruncated });
    if (issue) issues.push(issue);
  });
  const failed = new Promise<never>((_, reject) => {
    form.on('file', (name, stream, { filename }) => {
      if (name !== 'file') return reject(fault(name, 'is no file: the file is the field "file"'));
      receiving = receiveFile(deps, call, { stream, filename });
      receiving.catch(reject);
    });
    form.on('filesLimit', () => reject(fault('file', 'must be sent once')));
    form.on('fieldsLimit', () =>
      reject(fault('body', `must not have more than ${speechLimits.formFieldsMax} fields`)),
    );
    form.on('error', (error) =>
      reject(error instanceof ClientDisconnected ? error : fault('body', 'is a form that breaks off')),
    );
  });
  const ended = new Promise<void>((resolve) => form.on('close', resolve));
  try {
    request.pipe(form);
    await Promise.race([ended, failed]);
    if (issues.length > 0) throw validationError(issues, { close: true });
    if (!receiving) throw fault('file', 'is required');
    return { upload: await receiving, fields };
  } catch (error) {
    await abandon(request, form);
    const upload = await receiving?.catch(() => null);
    if (upload) await removeUpload(deps, upload);
    throw error;
  }
}

/** The known names are few and their values short, so that a form takes little memory. */
function keepField(
  fields: Map<string, string[]>,
  { name, value, isTruncated }: { name: string | undefined; value: string; isTruncated: boolean },
): ValidationIssue | null {
  const plain = (name ?? '').replace(/\[\]$/, '');
  if (plain === 'file') return { field: 'file', message: 'must be a file' };
  if (!isKnownField(plain)) return null;
  if (isTruncated) {
    return { field: plain, message: `must not be larger than ${speechLimits.fieldBytesMax} bytes` };
  }
  const values = fields.get(plain) ?? [];
  fields.set(plain, [...values, value]);
  return null;
}

async function receiveFile(
  deps: UploadDependencies,
  call: Call,
  { stream, filename }: { stream: Readable; filename: string | undefined },
): Promise<Upload> {
  const named = filename ? { filename } : {};
  const [issue] = checkBody(uploadQuery, named).issues;
  if (issue) throw fault('file', `has a name that ${issue.message}`);
  return receiveUpload(deps, call.caller, { stream, filename: filename || null, declaredBytes: null });
}

function openForm(request: IncomingMessage): busboy.Busboy {
  const { formFieldsMax, fieldBytesMax } = speechLimits;
  const limits = { files: 1, fields: formFieldsMax, parts: formFieldsMax + 2, fieldSize: fieldBytesMax };
  let form: busboy.Busboy;
  try {
    form = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' });
  } catch {
    throw fault('body', 'must be multipart/form-data with a boundary');
  }
  form.on('file', (_, stream) => {
    // A failure is one of the form, too.
    stream.on('error', () => undefined);
  });
  request.on('close', () => {
    if (!request.complete) form.destroy(new ClientDisconnected());
  });
  return form;
}

/** Stop parsing, and read on for a while: a client that still sends when its connection is closed does not see the answer. */
async function abandon(request: IncomingMessage, form: busboy.Busboy): Promise<void> {
  request.unpipe(form);
  form.destroy();
  request.resume();
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, speechLimits.lingerMs);
    for (const event of ['end', 'close']) {
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
  });
}

function fault(field: string, message: string): AppError {
  return validationError([{ field, message }], { close: true });
}
