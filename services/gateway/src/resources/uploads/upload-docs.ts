import Joi from 'joi';
import type { JsonSchema } from '@medley/contracts';
import type { RouteDocs } from '../../route-docs/route-docs';
import * as schema from '../../route-docs/schema-builders';
import { filename } from '../../validation/fields';
import { exampleIds } from '../tasks/examples/example-tasks';
import type { PublicUpload } from './upload-view';

export interface UploadQuery {
  filename?: string;
}

export const uploadQuery: Joi.ObjectSchema<UploadQuery> = Joi.object<UploadQuery>({
  filename: filename.description('Name of the file; wins over the name in a form.'),
}).unknown(true);

export const uploadSchemas = {
  Upload: schema.recordOf<PublicUpload>({
    id: schema.uuid,
    url: schema.describedText('`upload:<id>`; stands wherever a link to media may stand.'),
    size: schema.bytes,
    content_type: schema.orNull(schema.describedText('By the first bytes of the file.')),
    filename: schema.orNull(schema.text),
    sha256: schema.orNull(schema.describedText('Hex.')),
    expires_at: schema.orNull({
      ...schema.timestamp,
      description: 'Null once a task uses it: it is then deleted with the last task that does.',
    }),
  }),
} satisfies Record<string, JsonSchema>;

const upload = {
  id: exampleIds.upload,
  url: `upload:${exampleIds.upload}`,
  size: 480_236,
  content_type: 'audio/mpeg',
  filename: 'talk.mp3',
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  expires_at: '2026-03-03T09:30:00.000Z',
};
const data = schema.refTo('Upload');

export const uploadDocs: Readonly<Record<'create' | 'get' | 'delete', RouteDocs>> = {
  create: {
    id: 'createUpload',
    tag: 'Uploads',
    summary: 'Upload a file',
    description:
      'The body is the file, or `multipart/form-data` with one part `file`. It is kept for 24 hours, or with the last task ' +
      'that uses it. Uploads that resume after an interruption: tus 1.0 (creation, expiration, termination) at ' +
      '`/api/v1/uploads/tus`; the last part of `Location` is the id of the upload.',
    query: uploadQuery,
    file: true,
    headers: ['Idempotency-Key'],
    success: {
      status: 201,
      description: 'The upload.',
      data,
      headers: ['Location', 'Idempotency-Replayed'],
    },
    errors: ['VALIDATION_ERROR', 'STORAGE_LIMIT', 'MEDIA_TOO_LARGE', 'STORAGE_UNAVAILABLE'],
    examples: [
      { name: 'mp3', summary: 'An MP3', query: { filename: 'talk.mp3' }, response: { data: upload } },
    ],
  },
  get: {
    id: 'getUpload',
    tag: 'Uploads',
    summary: 'Read the properties of an upload',
    success: { status: 200, description: 'The upload.', data },
    examples: [{ name: 'mp3', summary: 'An MP3', response: { data: upload } }],
  },
  delete: {
    id: 'deleteUpload',
    tag: 'Uploads',
    summary: 'Delete an upload',
    description: 'Tasks that have fetched it already keep their results.',
    success: { status: 200, description: 'The deleted upload.', data },
    examples: [{ name: 'mp3', summary: 'An MP3', response: { data: upload } }],
  },
};
