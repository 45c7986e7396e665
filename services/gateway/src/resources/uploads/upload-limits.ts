/** Limits of uploads. */
export const uploadLimits = {
  /** An upload that no task uses is deleted after this; so is one that is not finished. */
  unusedMs: 24 * 3_600_000,
  /** Bytes of one part of an upload that resumes; an interrupted request keeps what was received. */
  partBytes: 16 * 1024 * 1024,
  /** Form fields beside the file; they are ignored. */
  formFieldsMax: 10,
} as const;
