import type { Connection } from 'mongoose';
import { accountModel } from './account-model';
import { deadLetterModel } from './dead-letter-model';
import { idempotencyModel } from './idempotency-model';
import { keyModel } from './key-model';
import { leaseModel } from './lease-model';
import { ledgerModel } from './ledger-model';
import { metaModel } from './meta-model';
import { pauseModel } from './pause-model';
import { pipelineModel } from './pipeline-model';
import { rateLimitModel } from './rate-limit-model';
import { taskModel } from './task-model';
import { uploadModel } from './upload-model';
import { usageDayModel, usageStateModel } from './usage-model';

/** The models of all collections on this connection. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the types of models are long and inferred
export function createModels(connection: Connection) {
  return {
    account: accountModel(connection),
    deadLetter: deadLetterModel(connection),
    idempotency: idempotencyModel(connection),
    key: keyModel(connection),
    lease: leaseModel(connection),
    usageDay: usageDayModel(connection),
    usageState: usageStateModel(connection),
    ledger: ledgerModel(connection),
    meta: metaModel(connection),
    pause: pauseModel(connection),
    pipeline: pipelineModel(connection),
    rateLimit: rateLimitModel(connection),
    task: taskModel(connection),
    upload: uploadModel(connection),
  };
}

export type Models = ReturnType<typeof createModels>;
