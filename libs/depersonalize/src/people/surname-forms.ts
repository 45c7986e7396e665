import type { Case, Gender } from '../lexicon/first-names';

/** One reading of the ending of a surname or patronymic. */
export interface Ending {
  gender: Gender;
  case: Case;
}

const readings = (gender: Gender, ...inCases: Case[]): Ending[] =>
  inCases.map((inCase) => ({ gender, case: inCase }));

/** Endings after -ов, -ев, -ин, -ын. */
const possessive: Readonly<Record<string, Ending[]>> = {
  '': readings('male', 'nominative'),
  а: [...readings('female', 'nominative'), ...readings('male', 'genitive', 'accusative')],
  у: [...readings('male', 'dative'), ...readings('female', 'accusative')],
  ым: readings('male', 'instrumental'),
  е: readings('male', 'prepositional'),
  ой: readings('female', 'genitive', 'dative', 'instrumental', 'prepositional'),
  ою: readings('female', 'instrumental'),
  ы: [],
  ых: [],
  ыми: [],
};
/** Endings after -ск-, -цк-. */
const adjectival: Readonly<Record<string, Ending[]>> = {
  ий: readings('male', 'nominative'),
  ой: [
    ...readings('male', 'nominative'),
    ...readings('female', 'genitive', 'dative', 'instrumental', 'prepositional'),
  ],
  ого: readings('male', 'genitive', 'accusative'),
  ому: readings('male', 'dative'),
  им: readings('male', 'instrumental'),
  ом: readings('male', 'prepositional'),
  ая: readings('female', 'nominative'),
  ую: readings('female', 'accusative'),
  ие: [],
  их: [],
  ими: [],
};
/** Endings after a consonant: Радкевич, Бондарчук, Саркисян; women's do not change. */
const consonant: Readonly<Record<string, Ending[]>> = {
  '': [...readings('male', 'nominative'), ...readings('female', 'nominative')],
  а: readings('male', 'genitive', 'accusative'),
  у: readings('male', 'dative'),
  ом: readings('male', 'instrumental'),
  ем: readings('male', 'instrumental'),
  е: readings('male', 'prepositional'),
};
const unchanging: Readonly<Record<string, Ending[]>> = { '': [] };

/** A family of surnames: the suffix they end in before the case ending. */
const families: readonly { suffix: RegExp; endings: Readonly<Record<string, Ending[]>> }[] = [
  { suffix: /^.{2,}(?:[оеё]в|[иы]н)$/u, endings: possessive },
  { suffix: /^.{2,}(?:ск|цк)$/u, endings: adjectival },
  { suffix: /^.{2,}(?:ович|евич|[кс]евич|чук|щук|[аеи]юк|ян|янц|ук)$/u, endings: consonant },
  { suffix: /^.{2,}(?:енко|швили|дзе|оглы|кызы|заде|аго|ых)$/u, endings: unchanging },
];

/** Surnames whose ending no ordinary word has: they count at the start of a sentence, too. */
const distinctive = /(?:енко|швили|дзе|[нкд]чук|ц?юк|[оае]вич)(?:а|у|ом|ем|е)?$/u;

export function isDistinctive(folded: string): boolean {
  return folded.length >= 6 && distinctive.test(folded);
}

/** Words with the ending of an adjective («Мариинского»), which may only describe the noun behind them. */
export function isAdjective(folded: string): boolean {
  return /(?:[ыи]й|[ое]го|[ое]му|[ыи]м|ая|яя|ую|юю|[ыи]е|[ыи]х|[ыи]ми|[скнтвбдлрм]ой|[нш]ей)$/u.test(folded);
}

export interface SurnameReading {
  /** What all cases of the surname share. */
  stem: string;
  endings: readonly Ending[];
}

const lastLetters = 3;

/** How a folded word may be a surname by its suffix; null when it has none that surnames have. */
export function readSurname(folded: string): SurnameReading | null {
  const last = folded.slice(folded.lastIndexOf('-') + 1);
  if (last.length < 4 || last.length > 30) return null;
  for (const { suffix, endings } of families) {
    for (let cut = 0; cut <= lastLetters; cut += 1) {
      const ending = last.slice(last.length - cut);
      const stem = last.slice(0, last.length - cut);
      const found = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
      if (found && suffix.test(stem)) return { stem: folded.slice(0, folded.length - cut), endings: found };
    }
  }
  return null;
}

const looseEnding =
  /(?:ого|его|ому|ему|ыми|ими|ой|ей|ый|ий|ая|яя|ую|юю|ым|им|ом|ем|ою|ею|а|у|ю|е|ы|и|я|й|ь|о)$/u;

/** What is left of any surname without its case ending, for names of no known family («Кан», «Кана»). */
export function surnameStem(folded: string): string {
  const known = readSurname(folded);
  if (known) return known.stem;
  const stem = folded.replace(looseEnding, '');
  return stem.length >= 3 ? stem : folded.length > 3 ? folded.slice(0, -1) : folded;
}

const patronymicPattern = /^(.{2,}?)(?:(ович|евич|ич|ыч)(а|у|ем|е)?|(овн|евн|ичн|иничн)(а|ы|е|у|ой|ою))$/u;
const masculine: Readonly<Record<string, Case[]>> = {
  '': ['nominative'],
  а: ['genitive', 'accusative'],
  у: ['dative'],
  ем: ['instrumental'],
  е: ['prepositional'],
};
const feminine: Readonly<Record<string, Case[]>> = {
  а: ['nominative'],
  ы: ['genitive'],
  е: ['dative', 'prepositional'],
  у: ['accusative'],
  ой: ['instrumental'],
  ою: ['instrumental'],
};

export interface PatronymicReading {
  /** Shared by all cases and both genders of a father's name: «серге». */
  stem: string;
  endings: readonly Ending[];
}

/** How a folded word may be a patronymic («Сергеевичу», «Палыча», «Фёдоровной»); null when it may not. */
export function readPatronymic(folded: string): PatronymicReading | null {
  const match = patronymicPattern.exec(folded);
  if (!match || folded.length < 6) return null;
  const [, stem = '', , male, female, femaleEnding] = match;
  if (female !== undefined) {
    return { stem, endings: readings('female', ...(feminine[femaleEnding ?? ''] ?? [])) };
  }
  return { stem, endings: readings('male', ...(masculine[male ?? ''] ?? [])) };
}
