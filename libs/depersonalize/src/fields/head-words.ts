import type { FieldKind } from './field';

/**
 * Whole names of columns and keys by what they announce, the more special first: patterns split by white space over small
 * words with one blank between; `_` stands for a blank or nothing. What is not here is read as a label in a text.
 */
export const headWords: readonly (readonly [FieldKind, string])[] = [
  ['DATE_OF_BIRTH', String.raw`
    (?:date_of_)?birth_?(?:date|day|dt)? birthdays? bday b_date dob d_o_b d_of_b born(?:_on|_at)? date_birth dt_birth birth_dt
    дата_рожд(?:ен(?:ия|ье))? дата_р д_р г_р др гр год_рожд(?:ения)? рожд(?:ение|ен)? день_рожд(?:ения)? data_rozhdeniy?a`],
  ['PASSPORT', String.raw`
    pass?ports?(?:_(?:data|series|series_(?:and_)?number|id))? (?:travel|identity)_document pasp серия паспорт(?:а|ные данные)?
    серия_и_номер(?:_паспорта)? seriya`],
  ['SNILS', 'snils снилс pension_insurance'],
  ['INN', 'inn инн tax_id tax_payer_id taxpayer_id itn'],
  ['OGRNIP', 'ogrnip огрнип'],
  ['MEDICAL_ID', String.raw`
    oms dms enp омс дмс енп полис(?:_омс)? (?:oms|medical|health|health_insurance|insurance)_(?:policy|polis|card)(?:_id)? polis(?:_oms)?
    policy(?:_oms)? medicare(?:_id)? mbi dea номер_полиса`],
  ['UK_NHS', 'nhs(?:_id)?'],
  ['UK_NINO', 'nino national_insurance ni'],
  ['US_SSN', 'ssn ssn_id ss social_security(?:_number)? soc_sec social'],
  ['US_ITIN', 'itin'],
  ['DRIVER_LICENCE', String.raw`
    d(?:river|riving|rivers|river_s)?_licen[cs]e(?:_id)? dl lic_no licen[cs]e_(?:no|number|num) в_у ву вод_удостоверение vu`],
  ['MILITARY_ID', 'military_id voenn?(?:iy|yj|yy)_bilet'],
  ['CREDIT_CARD', '(?:credit_|debit_|bank_|payment_)?cards?(?:_number)? pan cc(?:_num)? карт[аы] номер_карты'],
  ['BANK_ACCOUNT', String.raw`
    (?:bank_|settlement_|savings_|checking_)?(?:account|acct|acc) iban bank_acct a_c р_с расчетный_счет(?:_№)? счет номер_счета
    л_с лицевой_счет`],
  ['VIN', 'vin(?:_code)? вин vin_код'],
  ['VEHICLE_PLATE', String.raw`
    (?:licen[cs]e_|number_|car_|vehicle_|reg_|registration_)?plates? vrm rego (?:car_|vehicle_)(?:reg|registration) reg_(?:plate|mark|number|no)
    грз г_н г_з гос_?(?:номер|знак) гос_рег_знак номер_(?:авто|тс|машины) gos_?nomer grz`],
  ['MAC', 'mac mac_addr(?:ess)? hw_?addr(?:ess)?'],
  ['PHONE', String.raw`
    (?:tele|cell|mobile_|work_|home_)?phones?(?:_\d)? tel telephone(?:_\d)? mob mobile cell msisdn fax whats_?app viber ctn caller(?:_id)? callee
    тел телефоны? телефон_\d тел_\d моб сот(?:овый)? факс контактный_телефон моб_тел(?:ефон)? сот_тел(?:ефон)? telefon`],
  ['USERNAME', String.raw`
    (?:user_|account_|assigned_|ad_|domain_|author_|system_|os_|owner_|current_)?login user_?name user_?login login_name nick nick_?name
    handle screen_name sam_account_name (?:telegram|instagram|twitter|github|discord|skype|tg)(?:_(?:handle|nick|login|user))?
    логин ник никнейм юзернейм имя_пользователя учетная_запись учетка`],
  ['NAME_PART', String.raw`
    (?:first|last|middle|given|family|maiden|second|sur|fore)_?name [fl]name patronymic фамилия отчество famili?ya otchestvo
    фам имя_ребенка`],
  ['PERSON', String.raw`
    (?:full|emp|employee|patient|passenger|driver|guest|student|pupil|applicant|holder|card_?holder|owner|member|person|staff|doctor|spouse|mother|father|child|tenant|borrower|insured|beneficiary|attendee|parent|signatory|contact_person|account_holder|recipient|teacher|manager|agent)_?(?:full_)?name
    fio ф_и_о фио.* contact_person patient passenger guest student pupil resident occupant employee card_?holder applicant attendee beneficiary borrower tenant
    фамилия_(?:и_)?имя(?:_отчество)? имя_(?:и_)?(?:фамилия|отчество) фамилия_и_о фамилия_инициалы фамилия_и_инициалы контактное_лицо
    (?:имя_)?(?:сотрудник|работник|пациент|водитель|ученик|учащийся|студент|заявитель|абонент|пассажир|гость|застрахованный|заемщик|врач|ребенок|родитель)`],
  ['MAYBE_PERSON', String.raw`
    name имя names? (?:display|customer|client|contact|payee|payer|vendor|sender|user_real|real|legal)_name customer client contact клиент контакт
    владелец ответственный исполнитель получатель отправитель менеджер покупатель заказчик`],
  ['MAYBE_USERNAME', String.raw`
    (?:created|updated|modified|changed|assigned|requested|opened|closed|approved|submitted|reported|uploaded|locked|deleted|edited|owned|performed)_by
    assignee author reporter submitter committer requester reviewer approver operator assigned_to owner user пользователь аккаунт псевдоним`],
  ['THING', String.raw`
    (?:product|item|device|goods|material|part|file|host|server|service|app|package|module|plugin|model|brand|city|country|street|company|project|team|group|department|event|course|book|movie|song)(?:_name|_title)?
    filename hostname товар(?:ы|а)? (?:наименование_|название_)?(?:товара|изделия|детали|материала|продукта|услуги) номенклатура изделие деталь марка(?:_авто)? устройство
    материал город населенный_пункт`],
  ['OTHER', String.raw`
    id uuid guid row_id code sku version build rev price amount sum total qty quantity (?:order|invoice|tracking|batch|lot|serial|part|ticket|case|version|model|item|article|build)_(?:id|no|number|num|code)
    (?:account|customer|client|user|device|session|external|product|request|trace|transaction|message|payment|operation)_(?:id|ref|code) reference ref zip post_?code postal_code
    код артикул версия цена сумма итого партия кол_во количество номер_заказа заказ kpp кпп ogrn огрн bik бик timestamp port pid`],
  ['DATE', String.raw`
    (?:\p{L}{2,14}_){0,2}(?:date|дата) дата_[\p{L}_]{2,24} date_(?:of_)?\p{L}{2,14} \p{L}{2,12}_at (?:last|first)_(?:login|visit|seen) срок valid_until expiry expires
    since hired joined visit admission`],
]; // prettier-ignore
