import type { Keyring } from './keyring';

/** Returns null when healthy, else the reason for the operator. */
export type HealthCheck = () => string | null | Promise<string | null>;

/** `degraded`: it works, but a part of the system is missing. */
type HealthStatus = 'ok' | 'degraded' | 'failed';

export interface HealthReport {
  ok: boolean;
  status: HealthStatus;
  /** Reason by check, only for checks that failed. */
  reasons: Record<string, string>;
  /** Warnings by subject, those of the status `degraded` included; they do not make the process unhealthy. */
  warnings: Record<string, string>;
}

/** What `/health` may report, and whether it does now. */
export interface HealthSubject {
  severity: 'failed' | 'degraded' | 'warning';
  subject: string;
  isReported: boolean;
}

type Warning = () => string | null;

/** Fingerprints of the master keys of a process; both empty: it uses none. */
interface KeyUse {
  /** Those that all its parts open with. */
  opens: string[];
  /** Those that one of its parts seals with. */
  seals: string[];
}

const CHECK_MS = 2_000;

/** Named health checks and warnings of a process. */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  readonly #warnings = new Map<string, Warning>();
  readonly #degradations = new Map<string, Warning>();
  readonly #keyrings = new Set<Keyring>();

  register(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  unregister(name: string): void {
    this.#checks.delete(name);
  }

  /** Register a warning that does not make the process unhealthy: a constant text, or a function called for each report. */
  warn(subject: string, message: string | Warning): void {
    this.#warnings.set(subject, typeof message === 'string' ? () => message : message);
  }

  /** Register a warning with which the status is `degraded`. */
  degrade(subject: string, message: Warning): void {
    this.#degradations.set(subject, message);
  }

  /** Have the reports of the process say which master keys this part of it uses. */
  showKeyring(keyring: Keyring): void {
    this.#keyrings.add(keyring);
  }

  keyUse(): KeyUse {
    const keyrings = [...this.#keyrings];
    const all = new Set(keyrings.flatMap(({ fingerprints }) => fingerprints));
    return {
      opens: [...all].filter((fingerprint) => keyrings.every((keyring) => keyring.has(fingerprint))),
      seals: [...new Set(keyrings.map(({ sealing }) => sealing))],
    };
  }

  async report(): Promise<HealthReport> {
    const reasons = onlyReported(await this.#runChecks());
    const degraded = onlyReported(call(this.#degradations));
    const warnings = { ...onlyReported(call(this.#warnings)), ...degraded };
    const ok = Object.keys(reasons).length === 0;
    const status = !ok ? 'failed' : Object.keys(degraded).length > 0 ? 'degraded' : 'ok';
    return { ok, status, reasons, warnings };
  }

  /** Every check and warning, for the metrics. */
  async subjects(): Promise<HealthSubject[]> {
    const as =
      (severity: HealthSubject['severity']) =>
      ([subject, message]: readonly [string, string | null]): HealthSubject => ({
        ...{ severity, subject },
        isReported: message !== null,
      });
    return [
      ...(await this.#runChecks()).map(as('failed')),
      ...call(this.#degradations).map(as('degraded')),
      ...call(this.#warnings).map(as('warning')),
    ];
  }

  #runChecks(): Promise<(readonly [string, string | null])[]> {
    return Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await runCheck(check)] as const),
    );
  }
}

function call(warnings: ReadonlyMap<string, Warning>): (readonly [string, string | null])[] {
  return [...warnings].map(([subject, message]) => [subject, message()] as const);
}

function onlyReported(results: readonly (readonly [string, string | null])[]): Record<string, string> {
  return Object.fromEntries(results.filter((pair): pair is readonly [string, string] => pair[1] !== null));
}

async function runCheck(check: HealthCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${CHECK_MS} ms`), CHECK_MS);
  });
  try {
    return await Promise.race([check(), timedOut]);
  } catch {
    return 'the check failed';
  } finally {
    clearTimeout(timer);
  }
}
