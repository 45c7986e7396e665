/** Sockets of one gateway; how many one address may have is the setting `CONNECTIONS_PER_ADDRESS`. */
export const connectionLimits = {
  connectionsMax: 2_000,
  /** Of these, kept for addresses that have no other connection: health checks, and clients who are not the crowd. */
  connectionsReserved: 100,
  /** A connection without the complete head of a request is closed. */
  headersMs: 10_000,
  /** From the first byte of a request to the last one of its body. */
  requestMs: 30_000,
  /** A connection between two requests is closed. */
  keepAliveMs: 5_000,
  /** Refused connections that are still being told so. */
  refusalsMax: 64,
  /** So long a refused connection may take to read that. */
  refusalMs: 1_000,
} as const;

/** What one gateway holds for requests on their way in and answers on their way out. */
export interface TransferLimits {
  requestsPerAccountMax: number;
  /** Bodies, from their first byte until the request is answered. */
  bodyBytesMax: number;
  bodyBytesPerAccountMax: number;
  bodyWindowMs: number;
  /** A body that brings fewer bytes in that window is given up. */
  bodyWindowBytesMin: number;
  /** Answers, until the client has taken them. */
  answerBytesMax: number;
  answerBytesPerAccountMax: number;
  writeWindowMs: number;
  /** A client for whom something waits and who takes fewer bytes in that window is cut. */
  writeWindowBytesMin: number;
  downloadsMax: number;
  downloadsPerAccountMax: number;
  /** What each account may hold although others hold all: of bodies, and of answers. */
  assuredBytesPerAccount: number;
  assuredDownloadsPerAccount: number;
}

export const transferLimits: Readonly<TransferLimits> = {
  requestsPerAccountMax: 256,
  bodyBytesMax: 128 * 1024 * 1024,
  bodyBytesPerAccountMax: 32 * 1024 * 1024,
  bodyWindowMs: 10_000,
  bodyWindowBytesMin: 32 * 1024,
  answerBytesMax: 256 * 1024 * 1024,
  answerBytesPerAccountMax: 64 * 1024 * 1024,
  writeWindowMs: 30_000,
  writeWindowBytesMin: 64 * 1024,
  downloadsMax: 1_000,
  downloadsPerAccountMax: 100,
  assuredBytesPerAccount: 256 * 1024,
  assuredDownloadsPerAccount: 10,
};
