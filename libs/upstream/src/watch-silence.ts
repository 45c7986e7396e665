export interface SilenceWatch {
  /** Aborted once nothing was heard for the whole limit. */
  signal: AbortSignal;
  heard(): void;
  stop(): void;
}

/** A limit that starts anew with every sign of life. */
export function watchSilence(limitMs: number): SilenceWatch {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  return {
    signal: controller.signal,
    heard: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}
