/** A file of the account in the service. */
export interface Upload {
  id: string;
  /** Stands wherever a link to media may stand. */
  url: string;
  /** Bytes. */
  size: number;
  /** By the first bytes of the file. */
  content_type: string | null;
  filename: string | null;
  /** Hex. */
  sha256: string | null;
  /** Null once a task uses it: it is then deleted with the last task that does. */
  expires_at: string | null;
}
