import { knownFirstNames } from './known-first-names';
import { lazy } from '../../../text/lazy';
import type { Case, Reading } from './grammar';
import { patronymicStems } from './patronymic-stems';

const pattern = /^(.+?)(?:(ович|евич|ич|ыч)(а|у|ом|ем|е)?|(овн|евн|иничн|ичн)(а|ы|е|у|ой|ою))$/u;
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

export interface PatronymicReading {
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
  const [, stem = '', male, maleEnding = '', , femaleEnding = ''] = match;
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
