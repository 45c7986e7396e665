/** A running timeout. */
export interface IdleTimeout {
  /** Aborted when `reset` was not called for the whole limit. */
  signal: AbortSignal;
  reset(): void;
  stop(): void;
}

/** Starts a timeout of `limitMs` milliseconds that every `reset` restarts. */
export function startIdleTimeout(limitMs: number): IdleTimeout {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  return {
    signal: controller.signal,
    reset: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}
