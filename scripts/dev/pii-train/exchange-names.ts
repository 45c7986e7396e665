import { foldWord } from '../pii-words/word-classes';
import { readingsOf } from '../pii-words/russian-names';
import type { LabelledText, NameSpan } from './labelled-text';
import { capitalise } from './made-up-names';
import type { NameStock } from './name-stock';
import { pick, type Random } from '../seeded-random';

const particles = /^(?:ван|дер|де|фон|бин|ибн|оглы|кызы|аль|van|der|de|von|di|da|bin|al|le|la)$/u;
const nameWord = /\p{L}[\p{L}\p{M}]*(?:[-'’‑][\p{L}\p{M}]+)*/gu;
const MADE_UP_LATIN = 0.2;
/** Of the others; the names most people have are people in texts as often as in life. */
const COMMON_LATIN = 0.35;
const KNOWN_RUSSIAN = 0.85;
const LONGEST_STEM = 7;

/** Replace names by others in the same grammatical case and letter case; the same name gets the same replacement. */
export function exchangeNames(labelled: LabelledText, stock: NameStock, random: Random): LabelledText {
  const known = new Map<string, string>();
  const exchange = (word: string): string => {
    if (particles.test(word)) return word;
    const other = known.get(word) ?? otherName(word, stock, random);
    known.set(word, other);
    return other;
  };
  const names: NameSpan[] = [];
  let text = '';
  let at = 0;
  for (const { start, end } of [...labelled.names].sort((a, b) => a.start - b.start)) {
    text += labelled.text.slice(at, start);
    const from = text.length;
    text += labelled.text.slice(start, end).replace(nameWord, exchange);
    names.push({ start: from, end: text.length });
    at = end;
  }
  return { ...labelled, text: text + labelled.text.slice(at), names, isCopy: true };
}

function otherName(word: string, stock: NameStock, random: Random): string {
  const isLatin = /^\p{Script=Latin}/u.test(word);
  const isCyrillic = /^\p{Script=Cyrillic}/u.test(word);
  if (/^\p{Lu}$/u.test(word))
    return pick(isCyrillic ? 'АБВГДЕЖЗИКЛМНОПРСТУФХЭЮЯ' : 'ABCDEFGHIJKLMNOPRSTW', random);
  if (isLatin && word.length > 1) return likeCase(word, otherLatin(word, stock, random));
  return isCyrillic ? otherRussian(word, stock, random) : word;
}

function otherLatin(word: string, stock: NameStock, random: Random): string {
  if (random() < MADE_UP_LATIN) return stock.madeUpLatin.draw(random);
  const isFirst = stock.knownFirst.has(foldWord(word));
  const { first, last } = random() < COMMON_LATIN && stock.common.first.length > 0 ? stock.common : stock;
  return pick(isFirst ? first : last, random);
}

const russianEnding =
  /(?:[оеи][вн](?:[ауе]|ым|ой)?|ский|ского|скому|ским|ском|ская|ской|скую|енко|(?:[ау]|ом|ем|[еяюиы]|ой|ей|ым)?)$/u;
const lastVowels = /(?<![аеёиоуыэюяйь])[аеёиоуыэюяйь]+$/u;

/** Another name in the same form; for an unknown name, a generated stem with the same ending. */
function otherRussian(word: string, stock: NameStock, random: Random): string {
  const readings = readingsOf(stock.russian, word);
  if (readings.length > 0 && random() < KNOWN_RUSSIAN) {
    return likeCase(word, pick(stock.russian.by[pick(readings, random)] ?? [word], random));
  }
  if (word.length < 4) return word;
  const ending = russianEnding.exec(foldWord(word))?.[0] ?? '';
  const stem = stock.madeUpRussian.draw(random).toLowerCase().replace(lastVowels, '').slice(0, LONGEST_STEM);
  const bare = stem.replace(lastVowels, '');
  return bare.length < 2 ? word : likeCase(word, bare + ending);
}

function likeCase(model: string, name: string): string {
  if (model === model.toUpperCase() && model.length > 1) return name.toUpperCase();
  return model === model.toLowerCase() ? name.toLowerCase() : capitalise(name);
}
