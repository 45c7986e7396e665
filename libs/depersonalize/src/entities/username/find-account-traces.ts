import { type Match, confidence } from '../../document/match';
import { isFormedName, isOfProgram } from './is-formed-name';
import { alternatives, meaningOf, patternRows } from '../../text/word-lists';

const oneOf = alternatives('username');

/** Values that stand for no one: «user=null». */
const nobodyInLogs = new RegExp(`^${oneOf('nobody-in-logs')}$`, 'i');
/** Accounts of programs, and words that stand for any. */
const nobody = new RegExp(`^${oneOf('nobody-in-systems')}$`, 'i');
/** «rest_client», «http-mock»: what tests are made with. */
const tool = new RegExp(`(?:^|[_.-])${oneOf('test-tools')}(?:$|[_.-])`, 'i');

/** Which names are believed beside a trace. */
const beliefs: Readonly<Record<string, (name: string) => boolean>> = {
  somebody: (name) => !nobodyInLogs.test(name),
  login: (name) => !nobodyInLogs.test(name) && isLogin(name),
  other: (name) => !nobody.test(name),
  owner: (name) => !nobody.test(name) && isOwner(name),
  formed: (name) => isFormedName(name) && !nobody.test(name),
  tester: (name) => isFormedName(name) && !nobody.test(name) && !tool.test(name),
};

/** A digit or a sign in it, or a word long enough to be a name: not «u=mgh», not «user=A». */
function isLogin(name: string): boolean {
  return /[A-Za-z]/.test(name) && (/[\d_.-]/.test(name) ? name.length > 2 : /^[a-z]{4,}$/.test(name));
}

/** A folder with the name of somebody: formed as accounts are, or a word that is none of programs. */
function isOwner(name: string): boolean {
  if (isOfProgram(name)) return false;
  return isFormedName(name) || /^[a-z]{4,20}$/.test(name) || /^[A-Z][a-z]{3,20}$/.test(name);
}

const traces = patternRows('username-traces').map(([mark = '', belief = '', flags, source = '']) => ({
  mark,
  isName: meaningOf(belief, beliefs),
  pattern: new RegExp(source, flags),
}));

/** Names of accounts in lines of programs, paths of homes, commands and talk of tests. */
export function findAccountTraces(text: string): Match[] {
  const folded = text.toLowerCase();
  return traces.flatMap(({ mark, pattern, isName }) => {
    if (!folded.includes(mark)) return [];
    return Array.from(text.matchAll(pattern)).flatMap(({ 0: written, index, groups }) => {
      const whole = groups?.['name'] ?? '';
      const name = whole.replace(/(?<![.-])[.-]+$/, '');
      if (!isName(name)) return [];
      const start = index + written.lastIndexOf(whole);
      return [{ start, end: start + name.length, type: 'USERNAME' as const, score: confidence.stated }];
    });
  });
}
