/** Limits of the form of `POST /v1/audio/transcriptions`, beside those of its file. */
export const speechLimits = {
  /** Fields of a form, known and unknown ones. */
  formFieldsMax: 250,
  /** Bytes of a field; of one that is ignored, those beyond are not even kept. */
  fieldBytesMax: 16 * 1024,
  /** After a refusal the rest of the file is read and dropped for this long, so that the client reads the answer. */
  lingerMs: 2_000,
} as const;
