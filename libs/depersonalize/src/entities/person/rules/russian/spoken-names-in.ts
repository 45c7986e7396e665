import { nameProbability } from '../../../../document/confidence';
import { columnAt, type DescribedText, stemsOf, type TokenSpan } from '@medley/person-model';
import { isFirstName, isTitle } from '../name-like';

/** How sure a name is that its ending alone shows. */
const LIKELY = nameProbability.shown;

const spokenPatronymics = stemsOf(
  'саныч палыч иваныч михалыч василич николаич алексеич андреич сергеич дмитрич митрич степаныч семеныч федорыч егорыч максимыч ' +
    'борисыч антоныч романыч викторыч григорьич геннадьич юрьич анатольич валерьич евгеньич витальич никитич кузьмич лукич фомич',
);
/** First names as they are said before those. */
const spokenNames = stemsOf(
  'сан пал мих михал вась ник никол ал алекс серг андр дим дмит вас фед федь сем ген геннад юр ев вик вит ром бор ант макс степ влад петр',
);

/** «Сан Саныч», «Мих Михалыч», «Палыч», as people say them. Linear. */
export function spokenNamesIn({ columns, tokens }: DescribedText, taken: Readonly<Uint8Array>): TokenSpan[] {
  const found: TokenSpan[] = [];
  for (let token = 1; token < tokens.count; token += 1) {
    if (!spokenPatronymics.has(columns.get(columnAt.stem, token))) continue;
    const before = token - 1;
    if (taken[before] || taken[token + 1] || !isTitle(columns, token) || !isTitle(columns, before)) continue;
    if (!spokenNames.has(columns.get(columnAt.stem, before)) && !isFirstName(columns, before)) continue;
    found.push({ first: before, last: token, probability: LIKELY });
  }
  return found;
}
