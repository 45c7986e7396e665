import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesApart, plain, readDocument, readRows, ROOT, type Row } from './read-tables';
import { settingsOfServices } from './service-schemas';

const PATH = 'docs/limits.md';

/** Limits stand in files of this name, as objects of this name; that is how this test finds them. */
const LIMITS_FILE = /(?:^|\/)(?:[\w-]+-)?limits\.ts$/;
const LIMITS_OBJECT = /(?:^l|L)imits$/;

/** Units of sizes and, for times, of milliseconds. */
const units: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** What one unit of a limit is worth in milliseconds, by the end of its name. */
const durations: readonly [suffix: RegExp, ms: number][] = [
  [/(?:Ms|_MS)$/, 1],
  [/(?:Seconds|_S|SecondsMax)$/, 1_000],
  [/(?:Minutes|_MINUTES)$/, 60_000],
  [/(?:Hours|_HOURS|ttl\w*)$/, 3_600_000],
  [/(?:Days|_DAYS)$/, 86_400_000],
];

describe('docs/limits.md', () => {
  const rows = headings().flatMap((heading) => readRows(PATH, heading));
  let constants: ReadonlyMap<string, number>;
  const settings = new Map([...settingsOfServices().values()].flatMap((one) => [...one]));

  beforeAll(async () => {
    constants = await limitsInCode();
  });

  it('has one row for every limit of the code', () => {
    const documented = rows.map(nameOf).filter((name) => !settings.has(name));
    expect(namesApart(PATH, documented, [...constants.keys()])).toEqual([]);
  });

  it('names each setting once', () => {
    const named = rows.map(nameOf).filter((name) => settings.has(name));
    expect(named).toEqual([...new Set(named)]);
  });

  it('says the value that the code has', () => {
    const faults = rows.flatMap((row) => {
      const name = nameOf(row);
      const real = constants.get(name) ?? Number(settings.get(name)?.default);
      const said = toNumber(row['Default'] ?? '', name);
      return said === real ? [] : [`${PATH}: the row ${name} says "${row['Default']}", the code ${real}`];
    });
    expect(faults).toEqual([]);
  });

  it('says what is bounded and what a caller gets beyond it', () => {
    expect(rows.filter((row) => !row['Bound'] || !row['Beyond it']).map(nameOf)).toEqual([]);
  });
});

function nameOf(row: Row): string {
  return plain(row['Setting or constant']);
}

function headings(): string[] {
  return [...readDocument(PATH).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
}

/** Value by `object.key`, for every number in an exported limits object of the sources. */
async function limitsInCode(): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const file of limitsFiles()) {
    const exported = (await import(file)) as Readonly<Record<string, unknown>>;
    for (const [name, limits] of Object.entries(exported)) {
      if (!LIMITS_OBJECT.test(name) || typeof limits !== 'object' || limits === null) continue;
      for (const [key, value] of Object.entries(limits)) {
        if (typeof value === 'number') found.set(`${name}.${key}`, value);
      }
    }
  }
  return found;
}

function limitsFiles(): string[] {
  return ['libs', 'services']
    .flatMap((top) => readdirSync(join(ROOT, top)).map((name) => join(ROOT, top, name, 'src')))
    .flatMap((directory) =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => join(directory, path)),
    )
    .filter((path) => LIMITS_FILE.test(path) && readFileSync(path, 'utf8').includes('imits'));
}

/** `100,000`, `64 KiB` or `10 s`, in the unit that the name of the limit ends with. */
function toNumber(text: string, name: string): number {
  const [, digits = '', unit] = /^`?([\d,.]+)(?: (\w+))?`?$/.exec(text) ?? [];
  const value = Number(digits.replaceAll(',', '')) * (unit === undefined ? 1 : (units[unit] ?? NaN));
  const inMs = durations.find(([suffix]) => suffix.test(name))?.[1];
  return unit !== undefined && inMs !== undefined && !unit.endsWith('iB') ? value / inMs : value;
}
