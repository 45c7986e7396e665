/** Limits of `POST /webhooks/test`. */
export const webhookTestLimits = {
  /** From the start to the end of the response. */
  timeoutMs: 10_000,
  /** Bytes of the response body that are shown; the rest is not read. */
  bodyBytesMax: 1_024,
  /** Tests in progress: of one account, and of one gateway. */
  perAccount: 2,
  perGateway: 20,
} as const;
