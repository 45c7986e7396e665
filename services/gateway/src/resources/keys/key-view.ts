import type { ApiKey, KeyRole } from '@medley/contracts';

/** A key in responses; its secret is shown once, by the response that creates it. */
export interface PublicKey {
  id: string;
  name: string | null;
  role: KeyRole;
  active: boolean;
  last4: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export function showKey(key: ApiKey): PublicKey {
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    active: key.active,
    last4: key.last4,
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
  };
}
