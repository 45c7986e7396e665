/** Milliseconds an open circuit breaker stays open. */
const OPEN_MS = 30_000;

/** Remembers that a provider failed recently; while it is open, other providers are tried first. */
export interface CircuitBreaker {
  isOpen(): boolean;
  /** Open it for 30 s. */
  trip(): void;
}

/** A closed circuit breaker. */
export function createCircuitBreaker(): CircuitBreaker {
  let openUntil = -Infinity;
  return {
    isOpen: () => performance.now() < openUntil,
    trip: () => void (openUntil = performance.now() + OPEN_MS),
  };
}
