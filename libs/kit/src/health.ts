/** Returns null when healthy, else the reason for the operator. */
export type HealthCheck = () => string | null | Promise<string | null>;

export interface HealthReport {
  ok: boolean;
  /** Reason by check, only for checks that failed. */
  reasons: Record<string, string>;
  /** Warnings by subject; they do not make the process unhealthy. */
  warnings: Record<string, string>;
}

const CHECK_MS = 2_000;

/** Named health checks and warnings of a process. */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  readonly #warnings = new Map<string, () => string | null>();

  register(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  unregister(name: string): void {
    this.#checks.delete(name);
  }

  /** Register a warning that does not make the process unhealthy: a constant text, or a function called for each report. */
  warn(subject: string, message: string | (() => string | null)): void {
    this.#warnings.set(subject, typeof message === 'string' ? () => message : message);
  }

  async report(): Promise<HealthReport> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await runCheck(check)] as const),
    );
    const reasons = onlyReported(results);
    const warnings = onlyReported([...this.#warnings].map(([subject, check]) => [subject, check()] as const));
    return { ok: Object.keys(reasons).length === 0, reasons, warnings };
  }
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
