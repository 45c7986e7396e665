/** Milliseconds an open circuit breaker stays open. */
const OPEN_MS = 30_000;

/** Remembers that a provider failed recently; while it is open, other providers are tried first. */
export interface CircuitBreaker {
  isOpen(): boolean;
  /** Opens it for 30 s. */
  trip(): void;
}

/** Creates a closed circuit breaker. */
export function createCircuitBreaker(): CircuitBreaker {
  let openUntil = -Infinity;
  return {
    isOpen: () => performance.now() < openUntil,
    trip: () => void (openUntil = performance.now() + OPEN_MS),
  };
}
