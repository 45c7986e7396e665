import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';

const NAME = '(?<name>(?:[A-Za-z\\d-]{1,20}\\\\{1,2})?[A-Za-z_][A-Za-z0-9_.-]{1,31})(?![A-Za-z0-9@\\\\])';
const IP = '(?:\\d{1,3}\\.){3}\\d{1,3}';
const key =
  'u|usr|user|uname|user[_-]?name|user[_-]?login|user[_-]?id|userid|login|logname|ruser|uid|sasl_username|acct|nick|nickname|owner|samaccountname';

/** How programs write down who it was: what the text must hold, then what stands before the name, and what behind. */
const patterns: readonly { mark: string; pattern: RegExp }[] = [
  {
    mark: ' for ',
    source: `(?:password|publickey|keyboard-interactive/pam|hostbased|none|failure|login|logon) for (?:(?:invalid|illegal) user )?["']?${NAME}(?=["']? from (?:${IP}|[0-9a-f:]{3,39}[ ]))`,
  },
  {
    mark: ' for ',
    source: `(?:login|logon|log-?in|sign-?in|auth(?:entication)?|password)[ ](?:reset|change[d]?|fail(?:ed|ure)|succeeded|success(?:ful)?|denied|accepted|rejected|attempt(?:ed)?)[ ]for[ ](?:user[ ])?["']?(?!your|the|this|that|these|those|all|any|some|our|my|his|her|security|account|users?[ ])${NAME}(?=["']? (?:from|at|via|on) (?:${IP}|[0-9a-f:]{3,39}[ ]|\\d))`,
  },
  { mark: 'session ', source: `session (?:opened|closed) for user ${NAME}(?=\\(| by |[ ]{0,2}(?:\\n|$))` },
  {
    mark: 'user ',
    source: `(?:invalid|illegal|authenticating|unknown|from|by) user ["']?${NAME}(?=["']?(?: from)? ${IP})`,
  },
  {
    mark: 'user ',
    source: `user ["']?(?!has|was|is|will|must|can|who|that|just|not|never|successfully|already|recently)${NAME}(?=["']? (?:logged (?:in|on|out)|authenticated|signed in|disconnected|connected)(?![a-z]))`,
  },
  { mark: 'uid=', source: `uid=\\d{1,10}\\(${NAME}(?=\\))` },
  { mark: 'sudo', source: `sudo(?:\\[\\d{1,7}\\])?:[ ]{1,8}${NAME}(?= : )` },
  { mark: ' - ', source: `${IP} - ${NAME}(?= \\[\\d{1,2}/[A-Z][a-z]{2}/)` },
  { mark: '=', source: `(?:${key})=["'<]?${NAME}(?![(\\[])` },
  { mark: 'login as', source: `login as: ${NAME}` },
  { mark: '(to ', source: `\\(to [a-z]{1,20}\\) ${NAME}(?= on )` },
  { mark: 'login', source: `\\[${NAME}(?=\\] (?:OK|FAIL) LOGIN)` },
  {
    mark: '@',
    source: `(?:ssh|scp|sftp|rsync)[ ](?:-[A-Za-z]{1,4}[ ](?:\\d{1,5}[ ])?)?(?<name>[A-Za-z_][A-Za-z0-9_.-]{1,31})@(?=${IP}(?![\\d.]))`,
  },
  { mark: '<', source: `<(?:user|user_?name|login|nick(?:name)?)>${NAME}(?=</)` },
].map(({ mark, source }) => ({ mark, pattern: new RegExp(`(?<![\\p{L}\\p{N}_.-])${source}`, 'giu') }));
const keyPattern = new RegExp(`^(?:${key})=`, 'iu');
/** Values that stand for no one: «user=null». */
const nobody =
  /^(?:null|nil|none|undefined|unknown|true|false|self|this|user|username|login|name|id|value|string|required|anonymous|root|admin|await|new|async|function|typeof|(?:request|req|self|this|props|ctx|data|state|session|current|auth|event|context|res|response|body|params|args|options|config|settings)\..*)$/i;

/** Names of accounts in lines that programs write: logins, sessions, queries. */
export function findLogUsernames(text: string): Match[] {
  const folded = text.toLowerCase();
  return patterns.flatMap(({ mark, pattern }) => {
    if (!folded.includes(mark)) return [];
    return Array.from(text.matchAll(pattern)).flatMap(({ 0: written, index, groups }) => {
      const name = (groups?.['name'] ?? '').replace(/(?<![.-])[.-]+$/, '');
      const start = index + written.lastIndexOf(groups?.['name'] ?? '');
      if (nobody.test(name) || (keyPattern.test(written) && !isLogin(name))) return [];
      return [{ start, end: start + name.length, type: 'USERNAME' as const, score: confidence.stated }];
    });
  });
}

/** A digit or a sign in it, or a word long enough to be a name: not «u=mgh», not «user=A». */
function isLogin(name: string): boolean {
  return /[A-Za-z]/.test(name) && (/[\d_.-]/.test(name) ? name.length > 2 : /^[a-z]{4,}$/.test(name));
}
