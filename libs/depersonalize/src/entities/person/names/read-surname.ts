import type { Reading } from './grammar';
import { type Ending, frozenSurname, indexEndings, surnameParadigms } from './paradigms';

const endings = indexEndings(surnameParadigms);
const LONGEST_ENDING = 3;
/** Last letters that surnames have and other words seldom: Бондарчук, Радкевич, Саркисян, Штейнберг. */
const distinctive =
  /(?:енко|швили|дзе|[ое]вич|вич|[нкд]чук|чук|щук|[аеи]?юк|ян|янц|берг|штейн|ман|сон|аго|[^аеиоу][ыи]х)$/u;

/** How a folded word may be a surname: at least as one that never changes. */
export interface SurnameReading {
  readings: readonly Reading[];
  /** The word looks like a surname and like nothing else. */
  isTelling: boolean;
}

export function readSurname(folded: string): SurnameReading {
  // Of a double surname the last half is declined for certain.
  const last = folded.slice(folded.lastIndexOf('-') + 1);
  const head = folded.slice(0, folded.length - last.length);
  const all = readWord(last);
  const isFamily = all.some(({ paradigm, agrees }) => paradigm === 'possessive' && agrees === 'plural');
  const telling = all.filter((reading) =>
    isFamily ? reading.paradigm === 'possessive' : isTelling(reading),
  );
  const readings = telling.length > 0 ? telling : all;
  return {
    readings: head === '' ? readings : readings.map((reading) => ({ ...reading, key: `…-${reading.key}` })),
    isTelling: telling.length > 0,
  };
}

function readWord(word: string): Reading[] {
  const found: Reading[] = [];
  for (let cut = 0; cut <= Math.min(LONGEST_ENDING, word.length - 1); cut += 1) {
    const stem = word.slice(0, word.length - cut);
    for (const ending of endings.get(word.slice(stem.length)) ?? []) found.push(...readEnding(stem, ending));
  }
  if (found.some(({ paradigm }) => paradigm !== 'frozen')) return found;
  return found.length > 0 ? found : frozenForms(word);
}

function readEnding(stem: string, { paradigm, case: inCase }: Ending): Reading[] {
  if (!paradigm.stem.test(stem) || (paradigm.name === 'possessive' && stem.length < 4)) return [];
  const base = stem + (paradigm.endings[0]?.split('|')[0] ?? '');
  // Men and women of a family share the key: the stem, or the one nominative that both have.
  const isStem = paradigm.name === 'possessive' || paradigm.name === 'adjective';
  const key = isStem ? stem : paradigm.name === 'consonant' ? stem : base;
  return paradigm.agrees.map((agrees) => ({ key, base, agrees, case: inCase, paradigm: paradigm.name }));
}

function frozenForms(word: string): Reading[] {
  return surnameParadigms
    .filter(({ name }) => name === 'frozen')
    .flatMap(({ agrees }) => agrees)
    .map((agrees) => ({ key: word, base: word, agrees, case: 'nominative' as const, paradigm: 'frozen' }));
}

function isTelling({ paradigm, key, base }: Reading): boolean {
  if (paradigm === 'possessive') return true;
  if (paradigm === 'adjective') return /.(?:ск|цк)$/u.test(key);
  if (paradigm === 'frozen') return frozenSurname.test(base) && distinctive.test(base);
  return paradigm === 'consonant' && distinctive.test(key) && key.length > 4;
}
