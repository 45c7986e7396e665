/** Limits of the outputs in responses, events and webhooks. */
export const responseLimits = {
  /** Embedded outputs of one task, as JSON; outputs that do not fit are replaced by links. */
  embeddedBytesMax: 8 * 1024 * 1024,
  /** Longer outputs are embedded as stored text, without being parsed and serialized again. */
  parsedCharactersMax: 16 * 1024,
} as const;
