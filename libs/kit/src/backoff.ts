export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
  /** Share by which a delay varies, up and down; avoids a thundering herd. */
  jitter?: number;
}

/** Milliseconds to wait after the `failures`-th failure in a row (from 1): exponential with jitter and a maximum. */
export function backoffMs(failures: number, options: BackoffOptions): number {
  const { firstMs, maxMs, jitter = 0.2 } = options;
  const plain = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(failures, 1) - 1, 30));
  return Math.round(plain * (1 + jitter * (2 * Math.random() - 1)));
}
