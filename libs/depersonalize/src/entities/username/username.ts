import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { fakeWords } from '../network/fake-words';
import { detectUsername } from './detect';
import { detectSpokenAccount } from '../network/detect-spoken';
import { usernamesByContext } from './usernames-by-context';

const fakeUsername: Fake = (written, { random, isCrowded }) =>
  `${fakeWords(written, random)}${isCrowded ? random.digits(3) : ''}`;

/** An account that has somebody's name: letters, a sign or a digit, letters. */
const ofSomebody = /^@?[a-z][a-z\d]*[\d._-][a-z\d._-]{2,30}$/;

/** Names of accounts. */
export const username: EntityKind = {
  detect: detectUsername,
  detectSpoken: detectSpokenAccount('USERNAME'),
  detectByContext: usernamesByContext,
  fake: fakeUsername,
  normalise: (value) => value.trim().toLowerCase().replace(/^@/, ''),
  labels: {
    words: String.raw`
    логин ник$ никнейм аккаунт юзер telegram телеграм инстаграм личк username user_name login handle ssh$`,
  },
  columnHeads: {
    whole: String.raw`
    (?:user_|account_|assigned_|ad_|domain_|author_|system_|os_|owner_|current_)?login user_?name user_?login login_name nick nick_?name
    handle screen_name sam_account_name (?:telegram|instagram|twitter|github|discord|skype|tg)(?:_(?:handle|nick|login|user))?
    логин ник никнейм юзернейм имя_пользователя учетная_запись учетка`,
    maybe: String.raw`
    (?:created|updated|modified|changed|assigned|requested|opened|closed|approved|submitted|reported|uploaded|locked|deleted|edited|owned|performed)_by
    assignee author reporter submitter committer requester reviewer approver operator assigned_to owner user пользователь аккаунт псевдоним`,
  },
  markerWords: ['USER_NAME', 'ЛОГИН', 'ИМЯ_ПОЛЬЗОВАТЕЛЯ'],
  traits: { provesPerson: ofSomebody, isBesideAccounts: true, isTyped: true },
};
