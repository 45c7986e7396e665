export interface StallProbe {
  /** Messages delivered so far. */
  delivered(): number;
  /** Whether the prefetch limit allows another message. */
  hasCapacity(): boolean;
  /** Messages ready in the queue, null when unknown. */
  depth(): Promise<number | null>;
}

/**
 * Checks every `everyMs` milliseconds whether a consumer is stalled: it has capacity, messages are ready, and none was
 * delivered between two checks. Calls `onStall` at that and each further stalled check. Returns a function that stops it.
 */
export function watchStall(signs: StallProbe, everyMs: number, onStall: () => void): () => void {
  let suspectedAt: number | null = null;
  const look = async (): Promise<void> => {
    const delivered = signs.delivered();
    const isWaiting = signs.hasCapacity() && ((await signs.depth()) ?? 0) > 0;
    const isStalled = isWaiting && signs.hasCapacity() && signs.delivered() === delivered;
    if (isStalled && suspectedAt === delivered) onStall();
    suspectedAt = isStalled ? delivered : null;
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}
