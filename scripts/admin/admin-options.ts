import { toUnits } from '@medley/contracts';
import { parseArgs } from 'node:util';

/** The command line is wrong: exit code 2, and the usage is printed. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const CREDITS_MAX = 1_000_000_000;

/** Typed access to the options of one command. Every reader throws a UsageError that names its option. */
export class AdminOptions {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: Readonly<Record<string, string | undefined>>) {
    this.#values = new Map(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  }

  text(name: string, fallback?: string): string {
    const value = this.#values.get(name) ?? fallback;
    if (value === undefined) throw new UsageError(`--${name} is missing`);
    return value;
  }

  /** Credits with at most 4 decimals, converted to units. */
  units(name: string, fallback?: string): number {
    const value = this.text(name, fallback);
    if (!/^-?\d+(?:\.\d{1,4})?$/.test(value) || Math.abs(Number(value)) > CREDITS_MAX) {
      throw new UsageError(`--${name} must be credits, a number with at most 4 decimals: ${value}`);
    }
    return toUnits(Number(value));
  }

  whole(name: string, fallback: string): number {
    const value = this.text(name, fallback);
    if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} must be a whole number: ${value}`);
    return Number(value);
  }

  /** Null when not given. */
  date(name: string): Date | null {
    const value = this.#values.get(name);
    if (value === undefined) return null;
    const isIso = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(
      value,
    );
    if (!isIso || Number.isNaN(Date.parse(value))) {
      throw new UsageError(`--${name} must be a date like 2030-01-31T12:00:00Z: ${value}`);
    }
    return new Date(value);
  }

  /** Whether an option without a value is given. */
  flag(name: string): boolean {
    return this.#values.has(name);
  }

  /** Null when not given. */
  futureDate(name: string): Date | null {
    const date = this.date(name);
    if (date && date.getTime() <= Date.now()) {
      throw new UsageError(`--${name} must be in the future: ${date.toISOString()}`);
    }
    return date;
  }
}

export interface AdminLine {
  /** The words before the options: `account create`. */
  command: string;
  options: Record<string, string | undefined>;
  isJson: boolean;
  isHelp: boolean;
}

/** Read a command line; `known` are the options: name to placeholder of its value, which is empty when it takes none. @throws UsageError */
export function readAdminLine(args: readonly string[], known: Readonly<Record<string, string>>): AdminLine {
  const texts = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [
      name,
      { type: value === '' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const flags = { json: { type: 'boolean' as const }, help: { type: 'boolean' as const, short: 'h' } };
  try {
    const { values, positionals } = parseArgs({
      args: joinNegatives(args),
      options: { ...texts, ...flags },
      allowPositionals: true,
    });
    const { json, help, ...options } = values;
    const strings = Object.entries(options).map(([name, value]) => [name, value === true ? name : value]);
    return {
      command: positionals.join(' '),
      options: Object.fromEntries(strings) as AdminLine['options'],
      isJson: json === true,
      isHelp: help === true,
    };
  } catch (error) {
    const [sentence] = String(error instanceof Error ? error.message : error).split('. ');
    throw new UsageError(sentence);
  }
}

/** `--amount -5` looks like an option of its own to the parser; `--amount=-5` does not. */
function joinNegatives(args: readonly string[]): string[] {
  return args.reduce<string[]>((joined, arg) => {
    const before = joined.at(-1);
    if (/^-\d/.test(arg) && before !== undefined && /^--[a-z-]+$/.test(before))
      joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
    return joined;
  }, []);
}
