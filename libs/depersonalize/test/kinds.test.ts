import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entityTypes } from '@medley/contracts';

const source = join(__dirname, '../src');
const REGISTRY = 'entities/registry.ts';

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** The file without comments, in which kinds are examples. */
function codeOf(file: string): string {
  return readFileSync(join(source, file), 'utf8').replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');
}

/** The folder of each kind, by the import of its row in the registry. */
function readFolders(): ReadonlyMap<string, string> {
  const registry = codeOf(REGISTRY);
  const places = new Map(
    [...registry.matchAll(/import \{ ([\w, ]+) \} from '\.\/(.+)';/g)].flatMap(([, names = '', path = '']) =>
      names.split(', ').map((name) => [name, path] as const),
    ),
  );
  const rows = Array.from(
    registry.matchAll(/^ {2}([A-Z_]+): (\w+),$/gm),
    ([, type = '', name = '']) => [type, name] as const,
  );
  return new Map(
    rows.map(([type, name]) => [type, join('entities', dirname(places.get(name) ?? '.'))] as const),
  );
}

describe('a kind of personal data', () => {
  const folders = readFolders();

  test('has one row in the registry, that leads to its folder', () => {
    expect([...folders.keys()].sort()).toEqual([...entityTypes].sort());
    expect([...folders.values()].filter((folder) => !/^entities\/[a-z-]+$/.test(folder))).toEqual([]);
  });

  test('is named nowhere but in its folder and in the registry', () => {
    const named = files
      .filter((file) => file !== REGISTRY)
      .flatMap((file) => {
        const code = codeOf(file);
        return [...folders]
          .filter(([, folder]) => dirname(file) !== folder && !file.startsWith(`${folder}/`))
          .filter(([type]) => new RegExp(`(['"\`])(?:MAYBE_|PART_OF_)?${type}_?\\1`).test(code))
          .map(([type]) => `${file} names ${type}`);
      });
    expect(named).toEqual([]);
  });

  test('is found by this test where it is named', () => {
    const naming = [...folders].filter(([type, folder]) =>
      files.some((file) => file.startsWith(`${folder}/`) && codeOf(file).includes(`'${type}'`)),
    );
    expect(naming.length).toBe(entityTypes.length);
  });
});
