/** How far before a number of four parts the words count that tell what it is. */
const REACH = 90;
const nouns =
  'верси|прошивк|релиз|сборк|билд|build|version|firmware|release|драйвер|driver|patch|патч|ревизи|revision|ветк|branch|плагин|plugin';
const versionWords = `${nouns}|fw|верс\\.|апгрейд|upgrad|downgrad|откат|rollback|редакци|ядр[оа]|kernel|библиотек|приложени|changelog|ченджлог|framework|\\.net|пункт|подпункт|раздел|п\\.|пп\\.|стать|глав|оквэд|квр|косгу|кбк|гост|снип|section|clause|chapter`;
/** Of these a host may be the object: only where none is named. */
const verbs = 'поддержк|обнов[ил]|апдейт|updat|установ|накат|постав';
const hostWords =
  'ip|айпи|адрес|хост|host|сервер|server|шлюз|gateway|роутер|маршрутизатор|router|dns|днс|ping|пинг|порт|port|vpn|впн|подсет|сет[ьией]|network|addr|узел|узл|принтер|src|dst|peer|client|rhost|remote|вход|подключ|connect|открыва|доступ(?:ен|на)|забло|блокир|забан|ban|firewall|прокси|proxy|трассир|скача|разв[её]рн|залит|залив|deploy|download|касс[аеуы]?(?!\\p{L}|[»"])';
/** «Версия сервера 8.0.4.12», «прошивка камеры — 2.8.0.14», «обновите роутер до 3.0.1.7»: whose it is says nothing. */
const versionOf = new RegExp(
  `(?<!\\p{L})(?:(?:${nouns})\\p{L}{0,4}(?:[ ](?!(?:с|со|по|на|в|из|от|у|для|from|at|on|in|for|is)[ ])[«"]?[\\p{L}-]{1,20}[»"]?){0,3}[ ]?[:=№—–-]?|(?:обнов|upgrad|updat|откат)\\p{L}{1,8}(?:[ ][\\p{L}\\d.-]{1,20}){0,4}[ ](?:до|to))[ ]{0,2}$`,
  'iu',
);
/** “Chrome/120.0.0.0”, “v1.2.3.4”, «Firefox 12.0.0.1» */
const productBefore =
  /(?:[\p{L}\d]\/|(?<!\p{L})(?:v|ver|rev)\.?[ ]?|(?:chrome|firefox|safari|opera|android|ios|windows|linux|macos|office|build|sdk|ndk|bios|uefi|openssl|nginx|postgresql|mysql|java|python|php|1[сc]|предприятие|конфигураци[яи](?:[ ][\p{L}]{2,12})?|бп|зуп|унф|erp|окпд2?|оквэд2?|тн вэд|плеер|антивирус)[ »"]{1,2})$/iu;
const versionAfter = new RegExp(
  `^\\.(?:exe|msi|zip|jar|dll|apk|deb|rpm|tar|gz|iso|bin|dmg|pkg|whl)(?!\\p{L})|^[ ]?\\(?(?:x64|x86|64-bit|32-bit|64 бит)|^[^.!?\\n]{0,24}(?<!\\p{L})(?:${nouns})`,
  'iu',
);
const versionPattern = new RegExp(`(?<!\\p{L})(?:${versionWords})`, 'giu');
const verbPattern = new RegExp(`(?<!\\p{L})(?:${verbs})`, 'iu');
const hostPattern = new RegExp(`(?<!\\p{L})(?:${hostWords})`, 'giu');
/** Never a version: addresses of local networks but 10.x, which versions have too. */
const privatePattern = /^(?:192\.168\.|127\.0\.0\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

/** What the words around four numbers with dots say of them: a version or a host; null when they say nothing. */
export function saysVersion(text: string, start: number, end: number): boolean | null {
  const before = text.slice(Math.max(0, start - REACH), start);
  const clause = before.slice(Math.max(before.lastIndexOf('\n'), lastSentence(before)) + 1);
  if (productBefore.test(clause) || versionOf.test(clause)) return true;
  if (privatePattern.test(text.slice(start, end))) return false;
  const [version, host] = [lastOf(clause, versionPattern), lastOf(clause, hostPattern)];
  if (version !== host) return version > host;
  if (verbPattern.test(clause)) return true;
  return versionAfter.test(text.slice(end, end + 40)) ? true : null;
}

/** Where the last sentence begins; a full stop inside a number or a shortened word ends none. */
function lastSentence(before: string): number {
  return lastOf(before, /(?<=\p{Ll}{3}[.!?])[ ](?=\p{Lu})/gu);
}

function lastOf(text: string, pattern: RegExp): number {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
}
