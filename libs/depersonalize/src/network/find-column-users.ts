import { columnLabels } from '../column-labels';
import type { Finding } from '../detector';

const heads =
  'логин(?:ы|[ ][а-яё]{1,15})?|ник(?:нейм)?|юзер(?:нейм)?|уч[её]тка|уч(?:[её]тная|\\.)[ ]запись|псевдоним|имя пользователя|пользователь|' +
  'аккаунт|login|log|user|user[ _-]?(?:name|login)|nick(?:[ _-]?name)?|handle|account|acc|samaccountname';
/** Heads of columns that hold names of accounts. */
const headPattern = new RegExp(`^"?(?:${heads})"?$`, 'iu');
/** Without such a head there is nothing to look for in cells. */
const anyHead = new RegExp(`(?:^|[;,\\t|])[ "]{0,3}(?:${heads})"?[ ]{0,20}(?:[;,\\t|\\r]|$)`, 'imu');
/** Columns of these hold people and other things too: only what looks like an account counts. */
const looseHead = /^"?(?:пользователь|аккаунт|псевдоним|user|account|acc|log)"?$/iu;
const cellPattern =
  /(?<=^|[;,\t|])(?<lead>[ "]{0,3})(?<name>@?(?:[A-Za-z\d-]{1,20}\\)?[\p{L}_][\p{L}\p{N}_.-]{2,31})(?=[ "]{0,12}(?:[;,\t|\r\n]|$))/gmu;

/** Names of accounts under the head of their column: CSV, tabs, bars. */
export function findColumnUsers(text: string): Finding[] {
  if (!text.includes('\n') || !anyHead.test(text)) return [];
  const strict = columnLabels(text, (head) =>
    headPattern.test(head) && !looseHead.test(head) ? 'USERNAME' : null,
  );
  const loose = columnLabels(text, (head) => (looseHead.test(head) ? 'USERNAME' : null));
  return Array.from(text.matchAll(cellPattern)).flatMap(({ index, groups }) => {
    const { lead = '', name = '' } = groups ?? {};
    const start = index + lead.length;
    const isAccount = strict(start) !== null ? isName(name) : loose(start) !== null && hasSign(name);
    return isAccount ? [{ start, end: start + name.length, type: 'USERNAME' as const, score: 0.97 }] : [];
  });
}

const isName = (name: string): boolean => /^@?[A-Za-z\d_.\\-]+$/.test(name) || /[\d_]/.test(name);
const hasSign = (name: string): boolean =>
  /^(?:@|[a-z]{5,}$)|_/.test(name) || (/^[A-Za-z]/.test(name) && /[\d.\\]/.test(name));
