import { builtInTariffs, stepCatalogue, toCredits } from '@medley/contracts';
import { allInOneSchema, loopbackDefaults } from '@medley/all-in-one';
import { namesApart, plain, readRows, type Row } from './read-tables';
import { serviceNames, settingsOf, settingsOfServices, spellings, type Setting } from './service-schemas';

const PATH = 'docs/configuration.md';

describe('docs/configuration.md', () => {
  const services = settingsOfServices();
  const rows = readRows(PATH, 'Settings');
  const readersOf = (row: Row): string[] =>
    row['Read by'] === 'all' ? [...services.keys()] : plain(row['Read by']).split(', ');

  it('is compared with every service', () => {
    expect([...services.keys()].sort()).toEqual(serviceNames());
  });

  it('has exactly one row for every setting of every service', () => {
    const documented = rows.flatMap((row) =>
      readersOf(row).map((reader) => `${plain(row['Setting'])} of ${reader}`),
    );
    const real = [...services].flatMap(([service, settings]) =>
      [...settings.keys()].map((name) => `${name} of ${service}`),
    );
    expect(namesApart(PATH, documented, real)).toEqual([]);
  });

  it('says the default and the range that each schema has', () => {
    const faults = rows.flatMap((row) =>
      readersOf(row).flatMap((reader) => {
        const setting = services.get(reader)?.get(plain(row['Setting']));
        return setting ? compare(row, setting).map((fault) => `${fault} (${reader})`) : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('says what npm start does differently', () => {
    const start = settingsOf(allInOneSchema);
    const everywhere = new Map([...services.values()].flatMap((settings) => [...settings]));
    const different = [...start].filter(
      ([name, { default: value }]) => value !== everywhere.get(name)?.default,
    );
    const real = new Map([
      ...different.map(([name, setting]) => [name, setting.default] as const),
      ...Object.entries(loopbackDefaults),
    ]);
    const startRows = readRows(PATH, 'Under npm start');
    const documented = new Map(startRows.map((row) => [plain(row['Setting']), plain(row['Default'])]));
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(real));
  });

  it('lists the built-in tariffs and prices', () => {
    const tables = readRows(PATH, 'Tariffs and prices');
    const tariffs = tables.filter((row) => 'Tariff' in row);
    const prices = tables.filter((row) => 'Step' in row);
    expect(tariffs.map(({ Tariff, ...rest }) => [plain(Tariff), rest])).toEqual(
      Object.entries(builtInTariffs).map(([name, tariff]) => [name, inWords(tariff)]),
    );
    expect(prices.map(({ Step, ...rest }) => [plain(Step), rest])).toEqual(
      Object.entries(stepCatalogue).map(([kind, { price }]) => [
        kind,
        inWords({
          fixed: toCredits(price.fixed),
          per_minute: toCredits(price.per_minute),
          per_1000_characters: toCredits(price.per_1000_characters),
        }),
      ]),
    );
  });
});

function inWords(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** The differences between a row and its setting. */
function compare(row: Row, setting: Setting): string[] {
  const name = plain(row['Setting']);
  const said = plain(row['Default']);
  const isSaid = spellings(name, setting.default).some(
    (text) => said === text || said.startsWith(`${text} (`),
  );
  return [
    ...(isSaid
      ? []
      : [`${PATH}: the row ${name} says the default "${said}", the schema "${setting.default}"`]),
    ...(row['Unit and range']?.includes(setting.range)
      ? []
      : [`${PATH}: the row ${name} says "${row['Unit and range']}", the schema "${setting.range}"`]),
    ...(row['Meaning'] ? [] : [`${PATH}: the row ${name} has no meaning`]),
  ];
}
