import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './read-tables';

/** Names that were replaced by those of the glossary (CONTRIBUTING.md). They occur nowhere, in code or in prose. */
const retiredNames = `
  TaskHappening SignOfLife startSignOfLife resendSilent lookAfterMs lookAtSteps lookAtEnded firstLookMs sweepUp forgetTask
  EngineRegister TaskEngine TaskEars BenchGround prepareGround findMadeBefore keepTaskAnswer moveTask LedgerDrain
  HeardPiece shiftHeard joinHeard findSeam tellVoicesApart gatherVoices tellSpeakers followVoices VoiceCourse
  DialectMemory askInTurn whyRefused addUp workOnParts finishAnswer untilAnswered withWaysOut isAmong
  turnedNames findToldUsers kinBefore isCalledAfter isOfGoods castPeople pourDigits drawFakes inventName
  strangeness oddity Whereabouts mongo-engine
  TestAnswer nobodys becomeImpatient deafDoor areAllStillWaitedFor whereNoneIsInstalled askForAll expectGone endedAnywhere
  stopEngine canRunToAnEnd letGo voicesOfData voices-of-data SpeakerCase speaker-cases measureJoins measure-joins JoinFigures`.match(
  /\S+/g,
) as string[];

const retiredPhrases = [
  'sign of life',
  'signs of life',
  'inner words',
  'nobody listens',
  'nobody reads',
  'clock stands still',
  'is told',
  'are told',
  'was told',
  "import * as is from './words'",
];

/** Retired names that are also plain words: no file declares them at its top level. */
const retiredDeclarations = `
  happen buried looked beat wish Announcer ear ears Bell ring heard Ground Doors Hands Scene Parts Seeds hear Pieces Asker tell
  around room spent Outage within once Patience ways isGone Stretch Zone Places Finding surroundings Cast Move Verdict Hold Death
  trouble`.match(/\S+/g) as string[];

/** Retired names of variables and of functions inside others. */
const retiredLocals =
  'told tells heard stranger nobodys deaf door doors died deaths dying doomed heal trouble troubles creating'.split(
    ' ',
  );

const modifiers = '(?:export )?(?:async )?(?:abstract )?';
const keywords = '(?:function\\*?|class|interface|type|const|let|enum)';
const declarationPattern = new RegExp(
  `^${modifiers}${keywords} (${retiredDeclarations.join('|')}|why[A-Z]\\w*|\\w+Beside)\\b`,
  'gm',
);
const localPattern = new RegExp(`^\\s*${modifiers}${keywords} (${retiredLocals.join('|')})\\b`, 'gm');
const namePattern = new RegExp(`(?<![\\w-])(?:${retiredNames.join('|')})(?![\\w])`, 'g');

const ownFile = 'tests/docs/vocabulary.test.ts';
/** Generated or historical files, and texts that are data: what people write and a model learns. */
const excluded =
  /(?:^|\/)(?:node_modules|dist|data)\/|^libs\/person-model\/training\/.*\.txt$|^CHANGELOG\.md$|^package-lock\.json$/;
const textFile = /\.(?:ts|mjs|cjs|js|json|md|ya?ml|sh|conf|txt)$|(?:^|\/)(?:Dockerfile|run|\.env\.example)$/;

function listFiles(): string[] {
  const top = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
  const trees = ['libs', 'services', 'scripts', 'tests', 'docs', 'deploy', '.ci'].flatMap((tree) =>
    readdirSync(join(ROOT, tree), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1)),
  );
  return [...top.map(({ name }) => name), ...trees].filter(
    (path) => !excluded.test(path) && textFile.test(path) && path !== ownFile,
  );
}

describe('the vocabulary of the glossary', () => {
  const files = listFiles();
  const texts = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));

  it('has no retired name and no retired phrase anywhere', () => {
    const found = [...texts].flatMap(([path, text]) => [
      ...[...text.matchAll(namePattern)].map(([name]) => `${path}: ${name}`),
      ...retiredPhrases.filter((phrase) => text.includes(phrase)).map((phrase) => `${path}: ${phrase}`),
    ]);
    expect(found).toEqual([]);
  });

  it('has no declaration with a retired name', () => {
    const found = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(declarationPattern)].map(([, name]) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('has no variable with a retired name', () => {
    const found = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(localPattern)].map(([, name]) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('has no file with a retired name', () => {
    const retired =
      /-lab\.|(?:^|\/)further-|-beside\.|sign-of-life|engine-pool|-trouble\.|-door\.|-walls\.|life-of-a-process/;
    expect(files.filter((path) => retired.test(path))).toEqual([]);
  });
});
