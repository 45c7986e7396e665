import type { Finding } from '../detector';

const part = "[\\p{L}\\p{N}_%+'-]{1,40}";
/** As signs are said or written for people: « точка », “[dot]”. */
const dot = '(?:\\.|[ ]?[[({](?:dot|точка)[\\])}][ ]?|[ ](?:dot|точка)[ ])';
const joint = '(?:[ ](?:underscore|dash|hyphen|нижнее подч[её]ркивание|подч[её]ркивание|дефис|тире)[ ])';
/** In brackets nothing else is meant; the bare English word is only one when the dots are said as well. */
const at =
  /[ ]?[[({](?:at|собак[аи]|собачка)[\])}][ ]?|[ ](?:собака|собачка|at)[ ](?=[\p{L}\p{N}-]{1,40}(?:[ ](?:dot|точка)[ ]|\.\p{L}))/giu;
const local = new RegExp(`(?<![\\p{L}\\p{N}_.@])${part}(?:(?:${dot}|${joint})${part}){0,5}$`, 'iu');
const domain = new RegExp(`^${part}(?:${dot}${part}){0,3}${dot}(?:\\p{L}{2,12})(?![\\p{L}\\p{N}@])`, 'iu');
const spokenEnd = /(?:dot|точка)[\])}]?[ ]?\p{L}{2,12}$/iu;
const article = /^(?:the|a|an|this|that|our|your|my|its)[ .]/iu;
const REACH = 120;

/** Mail addresses that are said or written so that machines miss them: “ann dot lee at mail dot org”, «иван [собака] почта.рф». */
export function findSpokenMails(text: string): Finding[] {
  return [...text.matchAll(at)].flatMap(({ 0: sign, index }) => {
    const behind = index + sign.length;
    const name = local.exec(text.slice(Math.max(0, index - REACH), index))?.[0];
    const host = domain.exec(text.slice(behind, behind + REACH))?.[0];
    if (name === undefined || host === undefined) return [];
    if (/^ at $/i.test(sign) && (!spokenEnd.test(host) || article.test(host))) return [];
    return [{ start: index - name.length, end: behind + host.length, type: 'EMAIL' as const, score: 0.96 }];
  });
}

/** The address as machines write it: the same however it was said. */
export function writtenMail(value: string): string {
  return value
    .toLowerCase()
    .replace(/[ ]?[[({](?:at|собак[аи]|собачка)[\])}][ ]?|[ ](?:собака|собачка|at)[ ]/giu, '@')
    .replace(new RegExp(dot, 'giu'), '.')
    .replace(/[ ](?:underscore|нижнее подч[её]ркивание|подч[её]ркивание)[ ]/giu, '_')
    .replace(/[ ](?:dash|hyphen|дефис|тире)[ ]/giu, '-')
    .trim();
}
