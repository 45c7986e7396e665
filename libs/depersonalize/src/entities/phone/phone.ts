import type { EntityKind } from '../entity-kind';
import { digitsOnly } from '../normalise';
import { detectPhone } from './detect';
import { fakePhone } from './fake';

/** A telephone number of English texts, which tells “M 0491 570 156” from other letters. */
const beforeDial = '(?=\\.?[:)]?_{1,2}(?:[+(]|0\\d{2}|\\d{3}[\\s.-]\\d{3}[\\s.-]\\d{4}))';
/** A telephone number as towns have them, which tells «дом. 34-71-05» from «дом. 5». */
const beforeLocal = '(?=[\\s:]{0,3}(?:\\d{1,3}[\\s-]\\d\\d[\\s-]\\d\\d|8?[\\s-]?[+(]|8[\\s-]))';
const NATIONAL_DIGITS = 10;

/** «+7 (905) 123-45-67», «8 905 1234567» and «9051234567» are one telephone. */
function normalise(value: string): string {
  const all = digitsOnly(value).replace(/^(?:00|810)(?=\d{9})/, '');
  const isNational = /^[178]/.test(all) && all.length === NATIONAL_DIGITS + 1;
  return isNational ? all.slice(1) : all;
}

/** Telephone numbers. */
export const phone: EntityKind = {
  detect: detectPhone,
  fake: fakePhone,
  normalise: normalise,
  labels: {
    words: String.raw`
    тел$ т\.(?=_?[\d+(]) т(?<!\d_?т)$(?=_(?:\d{1,3}-\d\d-\d\d|8[\s(-])) тлф тел-?н$ тел[её]фон(?!и) теле-\s{1,8}фон моб(?:ильн|\.|$) сот(?:ов|\.)
    дом\.${beforeLocal} раб\.${beforeLocal} служ\.${beforeLocal} гор\.${beforeLocal} конт\.(?=[\s:]{0,3}(?:[+(]|8[\s(-]|8?9\d\d)) городской$ ватс?ап вотсап вацап whats_?app
    viber вайбер факс звон позвон перезвон наб[еи]р смс$(?!\d) sms$(?!\d) номер[а-яё]*_(?:для_связи|тел) связ[ьи]$ контакт
    contact phone mobile cell$ fax call(?!e[dr]) tel$ mob$ ph$(?=[\s.:]{0,3}(?:[+(]|\d{2})) ph(?:one)?_no landline pager dial$ ring$ reach(?:ed)?$ text$ messages?_to my_number office
    m${beforeDial} t${beforeDial} f${beforeDial} h${beforeDial} w${beforeDial} o${beforeDial} c${beforeDial} d${beforeDial} tf${beforeDial}`,
    impliedBy: 'SAID',
  },
  columnHeads: {
    whole: String.raw`
    (?:tele|cell|mobile_|work_|home_)?phones?(?:_\d)? tel telephone(?:_\d)? mob mobile cell msisdn fax whats_?app viber ctn caller(?:_id)? callee
    тел телефоны? телефон_\d тел_\d моб сот(?:овый)? факс контактный_телефон моб_тел(?:ефон)? сот_тел(?:ефон)? telefon`,
  },
  markerWords: ['ТЕЛЕФОН', 'НОМЕР_ТЕЛЕФОНА'],
  traits: { owner: 'anyone', digits: [11], isBesideAccounts: true },
};
