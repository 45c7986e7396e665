import type { Stores, Upload } from '@medley/store';
import { readQuery } from '../../http/read-query';
import { created, ok, type ApiResponse } from '../../http/response';
import { API_PREFIX, type Call, type Route } from '../../http/route';
import { idempotent } from '../../idempotency/idempotent';
import { checkBody } from '../../validation/check-body';
import { parseUuid } from '../../validation/fields';
import { throwIfInvalid } from '../../validation/validation-error';
import { openFile } from './open-file';
import { receiveUpload, type UploadDependencies } from './receive-upload';
import { removeUpload } from './remove-upload';
import { uploadDocs, uploadQuery } from './upload-docs';
import { noSuchUpload } from './upload-errors';
import { showUpload } from './upload-view';
import { isUsable } from './use-upload';

export function uploadRoutes(deps: UploadDependencies & { stores: Stores }): Route[] {
  return [
    {
      method: 'post',
      path: '/uploads',
      docs: uploadDocs.create,
      streamsBody: true,
      handle: idempotent(deps.stores.idempotency, (call) => createUpload(deps, call)),
    },
    {
      method: 'get',
      path: '/uploads/:uploadId',
      docs: uploadDocs.get,
      handle: async (call) => ok(showUpload(await findOwnUpload(deps, call))),
    },
    {
      method: 'delete',
      path: '/uploads/:uploadId',
      docs: uploadDocs.delete,
      async handle(call) {
        const upload = await findOwnUpload(deps, call);
        if (!(await removeUpload(deps, upload))) throw noSuchUpload();
        return ok(showUpload(upload));
      },
    },
  ];
}

async function createUpload(deps: UploadDependencies, call: Call): Promise<ApiResponse> {
  const query = readQuery(uploadQuery, call.query);
  const file = await openFile(call.incoming());
  const filename = query.filename ?? file.filename;
  throwIfInvalid(checkBody(uploadQuery, filename === null ? {} : { filename }).issues);
  const upload = await receiveUpload(deps, call.caller, { ...file, filename });
  return created(`${API_PREFIX}/uploads/${upload.id}`, showUpload(upload));
}

/** @throws AppError NOT_FOUND, also for an upload of another account, and for one that is not complete */
async function findOwnUpload({ stores }: Pick<UploadDependencies, 'stores'>, call: Call): Promise<Upload> {
  const id = parseUuid(call.params['uploadId'] ?? '');
  const upload = id === null ? null : await stores.uploads.find(id);
  if (upload?.account_id !== call.caller.accountId || !isUsable(upload, stores.now())) throw noSuchUpload();
  return upload;
}
