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
export function watchStall(probe: StallProbe, everyMs: number, onStall: () => void): () => void {
  let suspectedAt: number | null = null;
  const check = async (): Promise<void> => {
    const delivered = probe.delivered();
    const isWaiting = probe.hasCapacity() && ((await probe.depth()) ?? 0) > 0;
    const isStalled = isWaiting && probe.hasCapacity() && probe.delivered() === delivered;
    if (isStalled && suspectedAt === delivered) onStall();
    suspectedAt = isStalled ? delivered : null;
  };
  const timer = setInterval(() => {
    // A depth that cannot be read is no sign of a stall.
    check().catch(() => (suspectedAt = null));
  }, everyMs).unref();
  return () => clearInterval(timer);
}
