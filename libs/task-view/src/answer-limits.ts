/** Bounds of the outputs that answers, events and webhooks carry. */
export const answerLimits = {
  /** Outputs of one task, as JSON: those that do not fit are links. */
  embeddedBytesMax: 8 * 1024 * 1024,
  /** Longer outputs are embedded as they are stored, without being parsed and written again. */
  parsedCharactersMax: 16 * 1024,
} as const;
