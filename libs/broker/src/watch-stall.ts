export interface StallSigns {
  /** How many messages came so far. */
  delivered(): number;
  /** Whether another message could be taken now. */
  hasRoom(): boolean;
  /** Messages ready in the queue, null when unknown. */
  depth(): Promise<number | null>;
}

/**
 * Look every `everyMs` whether a consumer is passed over: it has room, messages are ready, and from one look to the
 * next none came. Calls `onStall` then, at every further look too. Returns the way to stop.
 */
export function watchStall(signs: StallSigns, everyMs: number, onStall: () => void): () => void {
  let suspectedAt: number | null = null;
  const look = async (): Promise<void> => {
    const delivered = signs.delivered();
    const isWaiting = signs.hasRoom() && ((await signs.depth()) ?? 0) > 0;
    const isPassedOver = isWaiting && signs.hasRoom() && signs.delivered() === delivered;
    if (isPassedOver && suspectedAt === delivered) onStall();
    suspectedAt = isPassedOver ? delivered : null;
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}
