import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';
import { isOfProgram } from './is-of-program';

const NAME =
  '(?<name>[A-Za-z][A-Za-z\\d]{1,20}(?:_[A-Za-z\\d]{1,20}){0,4})(?![\\p{L}\\p{N}@/\\\\:(=_-]|\\.[\\p{L}\\p{N}])';
const people =
  'модератор[а-яё]{0,2}|пользовател[а-яё]{1,3}|юзер[а-яё]{0,2}|участни(?:к|ц)[а-яё]{0,2}|игрок[а-яё]{0,2}|подписчи(?:к|ц)[а-яё]{0,2}|продав(?:ец|ц[а-яё]{1,2})|стример[а-яё]{0,2}|блогер[а-яё]{0,2}|комментатор[а-яё]{0,2}|куратор[а-яё]{0,2}|moderator|streamer|commenter|fellow user';
const greetings =
  'hi|hello|hey|dear|welcome|welcome back|thanks|thank you|cheers|greetings|good (?:morning|afternoon|evening)|привет|здравствуй(?:те)?|добрый день|добрый вечер|доброе утро|уважаем(?:ый|ая)|дорог(?:ой|ая)|спасибо';
const writing = 'message|dm|pm|msg|inbox|friend|whisper|unfollow|напиши(?:те)?|пиши(?:те)?';
const sources: readonly string[] = [
  `(?:${people})[ ]${NAME}`,
  `(?:${greetings}),?[ ]${NAME}(?=[ ]?(?:[,!.]|\\n|$|[—–-][ ]))`,
  `(?:${writing})[ ]${NAME}(?=[ ]?(?:[,!?.)\\n]|$|[ ](?:on|here|for|if|to|with|about|and|or|via|directly|please|asap|в|на|если|по)(?!\\p{L})))`,
];
const patterns = sources.map((source) => new RegExp(`(?<![\\p{L}\\p{N}@./_-])(?:${source})`, 'giu'));
/** Where a name may begin: few texts have such words, and the patterns look at what is around them alone. */
const nameMark = / (?:[A-Za-z][A-Za-z\d]+_[A-Za-z\d]|[a-z]{4,30}\d\d)/g;
/** Saves the longer search. */
const anyMark = /_|[a-z]\d\d/;
/** More than the longest words before a name, and than a name with what follows it. */
const BEFORE = 40;
const BEHIND = 140;
/** Fields of programs and what templates leave open: «Hi first_name». */
const field =
  /(?:^|_)(?:name|id|ids|uuid|type|text|body|key|keys|code|count|size|queue|bus|format|data|list|url|uri|field|handler|class|status|time|date|param|params|value|index|box|log|file|path|template|event|error|info|flag|mode|level|first|last|full|user|customer|client|company|contact|recipient|account|email|phone|address|order|number|num|world|version|build|all|team|bot|channel|group|everyone)(?:_|\d{0,4}$)/i;

/** Accounts that are greeted or written to, or called a moderator or a player («Hi red_fox7,», «модератору red_fox»). */
export function findAddressedUsernames({ text }: TextDocument): Match[] {
  if (!anyMark.test(text)) return [];
  return Array.from(text.matchAll(nameMark)).flatMap(({ index }) => findAt(text, index + 1));
}

function findAt(text: string, start: number): Match[] {
  const from = Math.max(0, start - BEFORE);
  const around = text.slice(from, start + BEHIND);
  return patterns.flatMap((pattern) =>
    Array.from(around.matchAll(pattern)).flatMap(({ 0: written, index, groups }) => {
      const name = groups?.['name'] ?? '';
      const end = from + index + written.length;
      if (end - name.length !== start || !isAccount(name)) return [];
      return [{ start, end, type: 'USERNAME' as const, score: confidence.formed }];
    }),
  );
}

/** Words with a stroke between them, or a long one with a number. */
function isAccount(name: string): boolean {
  const isFormed = /^[a-z]{2,}\d{0,4}(?:_[a-z\d]+)+$/i.test(name) || /^[a-z]{4,}\d{2,4}$/.test(name);
  return (
    isFormed && name.length >= 6 && name !== name.toUpperCase() && !field.test(name) && !isOfProgram(name)
  );
}
