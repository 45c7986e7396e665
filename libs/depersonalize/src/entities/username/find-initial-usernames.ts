import { confidence } from '../../document/confidence';
import type { TextDocument } from '../../document/text-document';
import type { Match } from '../../document/detector';
import { isOfProgram } from './is-of-program';

/** «m.lykova»: an initial and a surname. */
const namePattern =
  /(?=[a-z]\.)(?<![\p{L}\p{N}@._/\\$-])[a-z]\.[a-z]{4,20}\d{0,3}(?![\p{L}\p{N}@/\\([=_-]|\.[\p{L}\p{N}]|[ ]=)/gu;
/** What objects of one letter have in code. */
const members =
  /\.(?:length|name|value|push|data|target|message|status|type|props|state|params|query|body|join|split|trim|slice|next|result|count|index|items?|keys?|values|text|title|style|width|height|size|color|dtype|shape|color|error|code|date|time|year|month|format|print|append|strip|lower|upper|first|last|left|right|parent|child|node|user|path|file|host|port|address|fetch|filter|reduce|sort|find)$/;
const about =
  /(?<!\p{L})(?:уч[её]т|логин|доступ|домен|парол|юзер|пользовател|групп[уеы]|(?:раз|за)блокир|заявк|тикет|инцидент|комментар|добав|исполн|уволен|vpn|ldap|jira|права|профил|вход|вош[её]?л|заш[её]?л|захож|отключ|закрыл|ответил|аккаунт|созда[лнт]|почтов|сервис-?деск|перенаправ|назнач)/iu;
const EARLIER = 80;
const LATER = 40;

/** Accounts made of an initial and a surname where access is spoken of in Russian («добавьте m.lykova в группу»). */
export function findInitialUsernames({ text, language }: TextDocument): Match[] {
  if (language !== 'ru' || !/[a-z]\.[a-z]{4}/.test(text)) return [];
  return Array.from(text.matchAll(namePattern)).flatMap(({ 0: name, index: start }) => {
    const end = start + name.length;
    if (isOfProgram(name) || members.test(name)) return [];
    const around = `${text.slice(Math.max(0, start - EARLIER), start)}\n${text.slice(end, end + LATER)}`;
    return about.test(around) ? [{ start, end, type: 'USERNAME' as const, score: confidence.likely }] : [];
  });
}
