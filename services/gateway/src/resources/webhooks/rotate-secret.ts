import Joi from 'joi';
import { HOUR_MS, limits } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import { ok, renderResponse, type ApiResponse, type RenderedResponse } from '../../http/response';
import type { Call } from '../../http/route';
import { idempotent } from '../../idempotency/idempotent';
import type { ReplayPolicy } from '../../idempotency/replay-policy';
import { checkBody } from '../../validation/check-body';
import { dropNulls } from '../../validation/drop-nulls';
import { throwIfInvalid } from '../../validation/validation-error';

type RotateDependencies = Pick<Stores, 'accounts' | 'idempotency' | 'now'>;

export const rotateBody: Joi.ObjectSchema<{ overlap_hours: number }> = Joi.object<{ overlap_hours: number }>({
  overlap_hours: Joi.number()
    .integer()
    .min(0)
    .max(limits.secretOverlapHoursMax)
    .default(limits.secretOverlapHoursDefault)
    .description('Hours during which requests are signed with both secrets.'),
})
  .unknown(true)
  .meta({ component: 'RotateSecretRequest' });

export interface RotatedSecret {
  webhook_secret: string;
  /** Null: the previous secret ended at once. */
  previous_valid_until: string | null;
}

/** Create a new webhook secret of the caller's account; a repeated request with the same key creates no second one. */
export function rotateSecret(
  stores: RotateDependencies,
  call: Call,
): Promise<ApiResponse | RenderedResponse> {
  const replayPolicy = withoutSecret(stores, call.caller.accountId);
  return idempotent<Call>(stores.idempotency, (keyed) => rotate(stores, keyed), { replayPolicy })(call);
}

async function rotate({ accounts, now }: RotateDependencies, { caller, body }: Call): Promise<ApiResponse> {
  const { value, issues } = checkBody(rotateBody, dropNulls(body));
  throwIfInvalid(issues);
  const overlapEnds = new Date(now().getTime() + value.overlap_hours * HOUR_MS);
  const account = await accounts.rotateWebhookSecret(caller.accountId, overlapEnds);
  const [secret] = account?.webhook_secrets ?? [];
  if (secret === undefined) throw new AppError('NOT_FOUND', 'There is no such account.');
  return ok(rotated(secret, value.overlap_hours > 0 ? overlapEnds.toISOString() : null));
}

function rotated(webhook_secret: string, previous_valid_until: string | null): RotatedSecret {
  return { webhook_secret, previous_valid_until };
}

/** The secret is not stored with the response: a replay shows the current one. */
function withoutSecret({ accounts }: RotateDependencies, accountId: string): ReplayPolicy {
  return {
    redact: (response, content) => {
      const { data } = content as { data: RotatedSecret };
      return { ...response, body: JSON.stringify({ until: data.previous_valid_until }) };
    },
    async restore(stored) {
      const [secret = ''] = (await accounts.find(accountId))?.webhook_secrets ?? [];
      const { until } = JSON.parse(stored.body) as { until: string | null };
      return renderResponse(ok(rotated(secret, until)));
    },
  };
}
