import { type Match, confidence } from '../../document/match';
import type { TextDocument } from '../../document/text-document';
import { isFieldAround } from '../../document/fields/field';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('username');

const shape = /^@?(?:[A-Za-z\d-]{1,20}\\{1,2})?[\p{L}_][\p{L}\p{N}_.-]{1,31}$/u;
/** Values that stand for no one, and accounts of programs and teams. */
const nobody = new RegExp(`^${oneOf('nobody-in-fields')}$`, 'i');
/** Parts of a country or a company and teams: “west-2”, “emea”, “us-east-1”, “tier2”, “sales_04”. */
const team = new RegExp(
  `^(?:[a-z]{2,5}[-_.])?${oneOf('teams')}(?:[-_. ]?(?:team|squad|queue|desk|sales|support|ops|group))?(?:[-_. ]?(?:\\d{1,3}|[a-z]))?$`,
  'i',
);
/** «team_platform», «billing-backend»: several people or a program. */
const group = new RegExp(`(?:^|[_.-])${oneOf('groups')}(?:$|[_.-])`, 'i');
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
