import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';
import { isFieldAround } from '../../document/fields/fields-around';

const shape = /^@?(?:[A-Za-z\d-]{1,20}\\{1,2})?[\p{L}_][\p{L}\p{N}_.-]{1,31}$/u;
/** Values that stand for no one, and accounts of programs and teams. */
const nobody =
  /^(?:null|nil|none|no|yes|undefined|unknown|true|false|self|this|users?|user_?name|login|logout|logon|nick(?:name)?|name|id|value|string|text|str|required|optional|anonymous|anon|root|admin|administrator|await|new|async|function|typeof|system|service|support|backend|frontend|platform|infra(?:structure)?|(?:dev|sec|data|ml|net)?ops|security|data|team|core|mobile|web|api|bot|robot|postgres(?:ql)?|mysql|mongo|redis|nginx|apache|www-data|daemon|guest|test|tests?er|demo|default|public|private|internal|external|local|remote|ci|jenkins|git(?:hub|lab)?|company|customer|client|vendor|marketing|sales|finance|legal|hr|it|accounting|operations|engineering|research|product|design|owner|author|editor|staff|everyone|nobody|auto|automatic|manual|online|offline|active|blocked|enabled|disabled|failed|success(?:ful)?|ok|error|denied|invalid|basic|premium|free|person|human|member|manager|operator|enter|sign[-_ ]?in|input|field|label|placeholder|varchar|char|int(?:eger)?|bool(?:ean)?|object|array|number|email|phone|(?:request|req|self|this|props|ctx|data|state|session|current|auth|event|context|res|response|body|params|args|options|config|settings)\..*)$/i;
/** Parts of a country or a company and teams: “west-2”, “emea”, “us-east-1”, “tier2”, “sales_04”. */
const team =
  /^(?:[a-z]{2,5}[-_.])?(?:(?:mid|far|upper|lower)?[-_ ]?(?:north|south|east|west)(?:[-_]?(?:east|west|central))?(?:ern)?|central|pacific|atlantic|national|global|domestic|international|emea|apac|latam|amer(?:icas)?|region(?:al)?|territory|district|branch|zone|area|team|squad|tribe|pod|crew|group|queue|pool|desk|helpdesk|shift|tier|level|line|unit|cell|store|shop|depot|hub|plant|warehouse|site|sales|support|ops|dev|qa|marketing|finance|service|onboarding|success|renewals|enterprise|smb|inbound|outbound|field|partner(?:s)?|channel|dispatch|billing|night|day)(?:[-_. ]?(?:team|squad|queue|desk|sales|support|ops|group))?(?:[-_. ]?(?:\d{1,3}|[a-z]))?$/i;
/** «team_platform», «billing-backend»: several people or a program. */
const group =
  /(?:^|[_.-])(?:teams?|platform|squad|crew|groups?|dept|department|[a-z]{0,4}ops|services?|svc|bots?|api|backend|frontend|infra|core|admins|devs|developers|support|analytics|engineering|helpdesk|security|owners)(?:$|[_.-])/i;
type Fields = Pick<TextDocument, 'text' | 'fields' | 'vocabulary'>;

/** Names of accounts under the head of their column and behind their key. */
export function findFieldUsernames({ text, fields, vocabulary }: Fields): Match[] {
  const found: Match[] = [];
  /** The last key that may name somebody or something did name somebody. */
  let wasAccount = false;
  fields.forEach(({ start, end, kind, isCell }, at) => {
    if (kind !== 'USERNAME' && kind !== 'MAYBE_USERNAME') return;
    const name = text.slice(start, end);
    if (!shape.test(name) || nobody.test(name) || team.test(name) || /^[([{]$/.test(text.charAt(end))) return;
    if (group.test(name)) return;
    const isAccount =
      kind === 'USERNAME'
        ? isName(name, isCell)
        : hasSign(name) ||
          (isPlain(name) && (wasAccount || isAssigned({ text, fields, vocabulary }, name, at)));
    if (kind === 'MAYBE_USERNAME') wasAccount = isAccount;
    if (isAccount) found.push({ start, end, type: 'USERNAME', score: confidence.stated });
  });
  return found;
}

/** Behind a key a word with a capital is as likely a title of the field. */
function isName(name: string, isCell: boolean): boolean {
  if (isCell) return /^@?[A-Za-z\d_.\\-]+$/.test(name) || /[\d_]/.test(name);
  return /^@?[a-z][a-z\d]{2,}$/.test(name) || (/[A-Za-z]/.test(name) && /[\d_.\\-]/.test(name));
}

function hasSign(name: string): boolean {
  return /^@|[\\_]/.test(name) || (/^[A-Za-z]/.test(name) && /\d|^[a-z]{1,12}\.[a-z]/.test(name));
}

const isPlain = (name: string): boolean => /^[a-z]{4,}$/.test(name);

/** An address, a device or a birthday stands beside the name: who has it is somebody. */
function isAssigned({ text, fields, vocabulary }: Fields, name: string, at: number): boolean {
  return (
    isFieldAround(fields, at, ({ kind }) => vocabulary.traitsOf(kind).isBesideAccounts === true) ||
    text.includes(`${name}@`)
  );
}
