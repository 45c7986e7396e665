import { uploadUrl } from '@medley/contracts';
import type { Upload } from '@medley/store';

export interface PublicUpload {
  id: string;
  /** Stands wherever a link to media may stand. */
  url: string;
  size: number;
  content_type: string | null;
  filename: string | null;
  sha256: string | null;
  /** Null once a task uses it: it is then deleted with the last task that does. */
  expires_at: string | null;
}

export function showUpload(upload: Upload): PublicUpload {
  const { id, bytes, content_type, filename, sha256, is_used, expires_at } = upload;
  return {
    id,
    url: uploadUrl(id),
    size: bytes,
    content_type,
    filename,
    sha256,
    expires_at: is_used ? null : expires_at.toISOString(),
  };
}
