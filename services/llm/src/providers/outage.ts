/** Asked last for this long after it was found out of order. */
const REST_MS = 30_000;

/** What is known of the working of a provider. */
export interface Outage {
  isOn(): boolean;
  begin(): void;
}

/** A provider in order. */
export function createOutage(): Outage {
  let endsAt = -Infinity;
  return {
    isOn: () => performance.now() < endsAt,
    begin: () => void (endsAt = performance.now() + REST_MS),
  };
}
