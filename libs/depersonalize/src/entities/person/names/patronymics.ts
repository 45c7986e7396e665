import { knownFirstNames } from './known-first-names';
import { lazy } from '../../../text/lazy';
import type { Case, Gender, Reading } from './grammar';
import { obliqueStem } from './paradigms';

const pattern = /^(.+?)(?:(ович|евич|ич|ыч)([ау]|ом|ем|е)?|(?:овн|евн|иничн|ичн)([аыеу]|ой|ою))$/u;
const masculine: Readonly<Record<string, readonly Case[]>> = {
  '': ['nominative'],
  а: ['genitive', 'accusative'],
  у: ['dative'],
  ем: ['instrumental'],
  ом: ['instrumental'],
  е: ['prepositional'],
};
const feminine: Readonly<Record<string, readonly Case[]>> = {
  а: ['nominative'],
  ы: ['genitive'],
  е: ['dative', 'prepositional'],
  у: ['accusative'],
  ой: ['instrumental'],
  ою: ['instrumental'],
};
/** Spoken short forms of fathers: «Палыч», «Сан Саныч». */
const spoken: Readonly<Record<string, string>> = {
  пал: 'павел',
  сан: 'александр',
  михал: 'михаил',
  никола: 'николай',
  дмитр: 'дмитрий',
  макс: 'максим',
};

interface PatronymicReading {
  readings: readonly Reading[];
  /** The father's name is known: «Радкевич» is none. */
  isTelling: boolean;
}

const fathers = lazy(
  () =>
    new Map(
      [...knownFirstNames()].flatMap(([name, all]) =>
        all.some(({ gender, full }) => gender === 'male' && (full === name || name.length > 4))
          ? patronymicStems(name).map((stem): [string, string] => [stem, name])
          : [],
      ),
    ),
);

/** How a folded word may be a patronymic («Сергеевичу», «Палыча», «Фёдоровной»): the key is the father. */
export function readPatronymic(folded: string): PatronymicReading | null {
  const match = pattern.exec(folded);
  if (!match || folded.length < 5) return null;
  const [, stem = '', male, maleEnding = '', femaleEnding = ''] = match;
  const father = fathers().get(stem) ?? spoken[stem] ?? fathers().get(`${stem}и`);
  const agrees = male === undefined ? 'female' : 'male';
  const inCases = male === undefined ? feminine[femaleEnding] : masculine[maleEnding];
  const isSpoken = male === 'ич' || male === 'ыч';
  const paradigm = isSpoken && !/^(?:иль|никит|кузьм|фом|лук|савв)$/u.test(stem) ? 'spoken' : 'patronymic';
  return {
    readings: (inCases ?? []).map((inCase) => ({
      key: father ?? stem,
      base: folded,
      agrees,
      case: inCase,
      paradigm,
    })),
    isTelling: father !== undefined,
  };
}

/** The patronymic of a father's child, nominative; `isSpoken`: as people say it («Сергеич»). */
export function writePatronymic(
  father: string,
  { gender, isSpoken }: { gender: Gender; isSpoken: boolean },
): string {
  const lower = father.toLowerCase();
  const [stem = lower] = patronymicStems(lower);
  const capital = stem.slice(0, 1).toUpperCase() + stem.slice(1);
  // «Ильич», «Никитична», «Кузьминична»
  if (/[ая]$/u.test(lower)) {
    if (gender === 'male') return `${capital}ич`;
    return capital + (/^(?:иль|кузьм|фом|лук)$/u.test(stem) ? 'инична' : 'ична');
  }
  const isSoft = /[йьжшчщц]$/u.test(lower) || stem === 'яковл';
  if (gender === 'female') return capital + (isSoft ? 'евна' : 'овна');
  const isLight = /[аеёиоуыэюяь]$|[аеёиоуыэюя][^аеёиоуыэюя]$/u.test(stem);
  if (isSpoken && isLight) return capital + (isSoft ? 'ич' : 'ыч');
  return capital + (isSoft ? 'евич' : 'ович');
}

const irregular: Readonly<Record<string, string>> = {
  яков: 'яковл',
  михаил: 'михайл',
  гавриил: 'гаврил',
  самуил: 'самуйл',
  илья: 'иль',
  иов: 'иовл',
};

/** What stands before «-ович», «-евич», «-ич» for a folded father's name: «андре», «васили» and «василь». The usual one first. */
function patronymicStems(father: string): string[] {
  const known = irregular[father] ?? obliqueStem(father);
  if (known !== undefined && known !== null) return [known];
  if (father.endsWith('ий')) {
    const stem = father.slice(0, -2);
    // «Васильевич», but «Дмитриевич», «Георгиевич»
    const isHeavy = /(?:[^аеиоуыэюя]{2}|[гкх])$/u.test(stem);
    return isHeavy ? [`${stem}и`, `${stem}ь`] : [`${stem}ь`, `${stem}и`];
  }
  if (/[йьая]$/u.test(father)) return [father.slice(0, -1)];
  return [father];
}
