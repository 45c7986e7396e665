/** Null when all is well, else the reason in words an operator can act on. */
export type HealthCheck = () => string | null | Promise<string | null>;

export interface HealthReport {
  ok: boolean;
  /** Reason by check, only for checks that failed. */
  reasons: Record<string, string>;
  /** What an operator should change although everything works, by subject. */
  warnings: Record<string, string>;
}

const CHECK_MS = 2_000;

/** What a process needs to be of use, as named checks. */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  readonly #warnings = new Map<string, () => string | null>();

  register(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  unregister(name: string): void {
    this.#checks.delete(name);
  }

  /** Report a risk that does not make the process unhealthy: a lasting one, or one that is looked for each time. */
  warn(subject: string, message: string | (() => string | null)): void {
    this.#warnings.set(subject, typeof message === 'string' ? () => message : message);
  }

  async report(): Promise<HealthReport> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await runCheck(check)] as const),
    );
    const reasons = toldOf(results);
    const warnings = toldOf([...this.#warnings].map(([subject, look]) => [subject, look()] as const));
    return { ok: Object.keys(reasons).length === 0, reasons, warnings };
  }
}

function toldOf(results: readonly (readonly [string, string | null])[]): Record<string, string> {
  return Object.fromEntries(results.filter((pair): pair is readonly [string, string] => pair[1] !== null));
}

async function runCheck(check: HealthCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${CHECK_MS} ms`), CHECK_MS);
  });
  try {
    return await Promise.race([check(), tooLong]);
  } catch {
    return 'the check failed';
  } finally {
    clearTimeout(timer);
  }
}
