import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDocument, ROOT } from './read-tables';

const listOf = (directory: string): string[] =>
  readdirSync(join(ROOT, directory))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(directory, name));
const services = readdirSync(join(ROOT, 'services')).map((name) => `services/${name}/README.md`);
const decisions = listOf('docs/adr');
const top = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const libraries = readdirSync(join(ROOT, 'libs'))
  .map((name) => `libs/${name}/README.md`)
  .filter((path) => existsSync(join(ROOT, path)));
const others = [
  ...libraries,
  'deploy/kubernetes/README.md',
  'deploy/config/README.md',
  'libs/person-model/NOTICE.md',
  'libs/person-model/eval/README.md',
  'libs/person-model/training/README.md',
  'services/llm/templates/README.md',
];
const pages = [...top, ...listOf('docs'), ...decisions, ...services];

/** Maximum lines of a page; a longer one has to be split. */
const lengths: readonly [paths: readonly string[], max: number][] = [
  [['README.md'], 165],
  [['ARCHITECTURE.md'], 220],
  [['CONTRIBUTING.md'], 100],
  [decisions, 60],
  [services, 36],
];
/** Longest line of prose, in characters; `proseWrap: preserve` leaves it to the author. */
const PROSE_MAX = 120;

/** Paths of this repository in code marks: `libs/store/src/money-repository.ts`. */
const REPOSITORY_PATH = /`((?:libs|services|scripts|tests|docs|deploy)\/[\w./-]*\w)`/g;
const LINK = /\]\((?!https?:)([^)#\s]+)(?:#([^)\s]+))?\)/g;

describe('the pages', () => {
  it('stay within their length limits', () => {
    const tooLong = lengths.flatMap(([paths, max]) =>
      paths
        .map((path) => ({ path, lines: readDocument(path).trimEnd().split('\n').length }))
        .filter(({ lines }) => lines > max)
        .map(({ path, lines }) => `${path}: ${lines} lines, at most ${max}`),
    );
    expect(tooLong).toEqual([]);
  });

  it('wrap prose at 120 characters; tables, code and lone links may be longer', () => {
    const tooLong = [...pages, ...others].flatMap((path) =>
      proseOf(readDocument(path))
        .filter(({ text }) => Array.from(text).length > PROSE_MAX && !/^\s*(?:\||\S+$)/.test(text))
        .map(({ line }) => `${path}:${line}`),
    );
    expect(tooLong).toEqual([]);
  });

  it('link only to existing pages and headings', () => {
    const broken = pages.flatMap((path) =>
      [...readDocument(path).matchAll(LINK)]
        .filter(([, target = '', anchor]) => !leadsSomewhere(join(dirname(path), target), anchor))
        .map(([link]) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only files that exist', () => {
    const gone = pages.flatMap((path) =>
      [...readDocument(path).matchAll(REPOSITORY_PATH)]
        .map(([, named = '']) => named)
        .filter((named) => !named.includes('/dist/') && !existsSync(join(ROOT, named)))
        .map((named) => `${path}: ${named}`),
    );
    expect(gone).toEqual([]);
  });

  it('contain no local path and no secret', () => {
    const disclosing = pages.filter((path) =>
      /\/(?:home|root|work|tmp)\/|sk-[\w-]{20}/.test(readDocument(path)),
    );
    expect(disclosing).toEqual([]);
  });
});

describe('the decisions in docs/adr', () => {
  it('are numbered without gaps, and the number is in the title', () => {
    const numbers = decisions.map((path) => Number(/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]));
    expect(numbers).toEqual(numbers.map((_, index) => index));
    for (const path of decisions)
      expect(readDocument(path)).toMatch(new RegExp(`^# ${path.slice(9, 13)}: \\S`));
  });

  it.each(['Context', 'Decision', 'Price'])('all have a section "%s"', (section) => {
    expect(decisions.filter((path) => !readDocument(path).includes(`\n## ${section}\n`))).toEqual([]);
  });
});

function leadsSomewhere(path: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  if (anchor === undefined) return true;
  const headings = [...readDocument(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(anchor);
}

/** The lines of a document that are not inside fenced code, numbered from 1. */
function proseOf(document: string): { text: string; line: number }[] {
  let isCode = false;
  return document.split('\n').flatMap((text, index) => {
    const isFence = /^\s*```/.test(text);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? [] : [{ text, line: index + 1 }];
  });
}
