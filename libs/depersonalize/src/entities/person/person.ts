import type { EntityKind } from '../entity-kind';
import { detectPerson } from './detect';
import { detectSpelledName } from './detect-spelled-name';

/** Names of people, who have one fake identity each, however they are named. */
export const person: EntityKind = {
  detect: detectPerson,
  detectSpoken: detectSpelledName,
  fake: null,
  columnHeads: {
    whole: String.raw`
    (?:full|emp|employee|patient|passenger|driver|guest|student|pupil|applicant|holder|card_?holder|owner|member|person|staff|doctor|spouse|mother|father|child|tenant|borrower|insured|beneficiary|attendee|parent|signatory|contact_person|account_holder|recipient|teacher|manager|agent)_?(?:full_)?name
    fio ф_и_о фио.* contact_person patient passenger guest student pupil resident occupant employee card_?holder applicant attendee beneficiary borrower tenant
    фамилия_(?:и_)?имя(?:_отчество)? имя_(?:и_)?(?:фамилия|отчество) фамилия_и_о фамилия_инициалы фамилия_и_инициалы контактное_лицо
    (?:имя_)?(?:сотрудник|работник|пациент|водитель|ученик|учащийся|студент|заявитель|абонент|пассажир|гость|застрахованный|заемщик|врач|ребенок|родитель)`,
    part: String.raw`
    (?:first|last|middle|given|family|maiden|second|sur|fore)_?name [fl]name patronymic фамилия отчество famili?ya otchestvo
    фам имя_ребенка`,
    maybe: String.raw`
    name имя names? (?:display|customer|client|contact|payee|payer|vendor|sender|user_real|real|legal)_name customer client contact клиент контакт
    владелец ответственный исполнитель получатель отправитель менеджер покупатель заказчик`,
  },
  markerWords: ['ПЕРСОНА', 'ЧЕЛОВЕК', 'ЛИЦО', 'ИМЯ', 'ФИО'],
  traits: { isName: true, isBesideAccounts: true },
};
