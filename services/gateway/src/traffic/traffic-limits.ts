/** Connections of one gateway; the setting `CONNECTIONS_PER_ADDRESS` limits those of one client address. */
export const connectionLimits = {
  connectionsMax: 2_000,
  /** Of these, reserved for addresses without another connection, such as health checks. */
  connectionsReserved: 100,
  /** Time for the headers of a request. */
  headersMs: 10_000,
  /** Time from the first byte of a request to the last one of its body. */
  requestMs: 30_000,
  /** The same of a request that brings a file. */
  uploadMs: 6 * 3_600_000,
  /** An idle connection is closed after this. */
  keepAliveMs: 5_000,
  /** Refused connections that are still being sent their response. */
  refusalsMax: 64,
  /** Time for a refused client to read that response. */
  refusalMs: 1_000,
} as const;

/** Limits of what one gateway buffers and serves at the same time. */
export interface TransferLimits {
  requestsPerAccountMax: number;
  /** Bytes of request bodies, each counted from its arrival until the response was sent. */
  bodyBytesMax: number;
  bodyBytesPerAccountMax: number;
  bodyWindowMs: number;
  /** A request whose body brings fewer bytes in a window is rejected. */
  bodyWindowBytesMin: number;
  /** Bytes of responses that clients have not read yet. */
  responseBytesMax: number;
  responseBytesPerAccountMax: number;
  writeWindowMs: number;
  /** A connection with unsent bytes whose client reads fewer bytes in a window is closed. */
  writeWindowBytesMin: number;
  uploadsMax: number;
  uploadsPerAccountMax: number;
  downloadsMax: number;
  downloadsPerAccountMax: number;
  /** Granted to each account even when others use the total; for bodies and for responses. */
  assuredBytesPerAccount: number;
  assuredDownloadsPerAccount: number;
}

export const transferLimits: Readonly<TransferLimits> = {
  requestsPerAccountMax: 256,
  bodyBytesMax: 128 * 1024 * 1024,
  bodyBytesPerAccountMax: 32 * 1024 * 1024,
  bodyWindowMs: 10_000,
  bodyWindowBytesMin: 32 * 1024,
  responseBytesMax: 256 * 1024 * 1024,
  responseBytesPerAccountMax: 64 * 1024 * 1024,
  writeWindowMs: 30_000,
  writeWindowBytesMin: 64 * 1024,
  uploadsMax: 64,
  uploadsPerAccountMax: 8,
  downloadsMax: 1_000,
  downloadsPerAccountMax: 100,
  assuredBytesPerAccount: 256 * 1024,
  assuredDownloadsPerAccount: 10,
};
