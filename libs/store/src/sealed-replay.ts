import type { KeyPurpose } from '@medley/kit';

/** How the stored responses to new API keys are sealed: their body is base64 of a sealed value, others begin with a brace. */
export const sealedReplay: { purpose: KeyPurpose; context: string; pattern: string } = {
  purpose: 'idempotency-replays',
  context: 'replay of a new key',
  pattern: '"body":"A[Q-Za-f]',
};
