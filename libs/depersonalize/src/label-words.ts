import type { EntityType } from '@medley/contracts';

/**
 * What a word before a number says the number is; `OTHER`: something that is no personal data, `SERIES`: the first part
 * of a number of the kind named before it, `DATE`: when something other than a birth was,
 * `WEAK`: something else, unless a word before it says what, `SAID`: a telephone number, unless a word before it says what.
 */
export type Label = EntityType | 'OTHER' | 'SERIES' | 'DATE' | 'WEAK' | 'SAID';

/** What has a passport and is no person. */
const passportOf =
  'здани|издели|качеств|объект|безопасн|сделк|прибор|оборудов|транспорт|тс$|проект|отход|двигател|насос|станк|агрегат|кабел|котл|лифт|скважин|продук|маршрут|программ';
/** “savings 1482097731”, “checking no. 000123987654”: an account and no sum. */
const beforeAccount = '(?=[\\s:#]{1,3}(?:(?:no|num|number|is)[\\s.:#]{1,3})?\\d{8,17}(?!\\d))';
/** “A/C no. 30491827”, also as the whole head of a column: what cools the air has no number. */
const beforeNumber =
  '(?=[\\s.:#="]{0,4}(?:(?:no|num|number|is)(?!\\p{L})[\\s.:#"]{0,3}){0,2}(?:\\d|(?![^])))';
/** What has a licence and drives nothing, and what is registered and is no car. */
const otherLicences = [
  ...'contractor medical liquor alcohol software business nurs(?:e|ing) tv fishing hunting firearms? gun dog pilot trade'
    .split(' ')
    .map((word) => `${word}[’']?s?_licen[cs]e(?:_(?:no|number|#|id))?`),
  ...'company charity vat gst business'
    .split(' ')
    .map((word) => `${word}_reg(?:istration|\\.|$)(?:_(?:no|number))?`),
].join(' ');
/** A telephone number of English texts, which tells “M 0491 570 156” from other letters. */
const beforeDial = '(?=\\.?[:)]?_{1,2}(?:[+(]|0\\d{2}|\\d{3}[\\s.-]\\d{3}[\\s.-]\\d{4}))';
/** The number of a card: «на сбер 2202 …». */
const beforeCard = '(?=[\\s:№—-]{1,4}[2456]\\d{3}[\\s-]?\\d{4}[\\s-]?\\d{4}[\\s-]?\\d{4}(?!\\d))';
/** A telephone number as towns have them, which tells «дом. 34-71-05» from «дом. 5». */
const beforeLocal = '(?=[\\s:]{0,3}(?:\\d{1,3}[\\s-]\\d\\d[\\s-]\\d\\d|8?[\\s-]?[+(]|8[\\s-]))';

/**
 * Words by what they announce, the more special first: patterns that start at the beginning of a word, split by white
 * space. `_` stands for a blank or an underscore, `$` for the end of a word.
 */
export const labelWords: readonly (readonly [Label, string])[] = [
  ['MEDICAL_ID', String.raw`
    полис(?!_(?:каско|осаго)) омс$ дмс$ енп$ oms$ enp$ polis mbi$ medicare dea$ мед(?:ицинск[а-яё]+|\.)_?страх мед\.?_?полис`],
  ['OGRNIP', 'огрнип огрн_ип егрип ogrnip'],
  ['BIRTH_CERT', String.raw`св(?:ид(?:етельств[а-яё]*|-?во)?|-?в[оау])?\.?_о_рожд birth_cert`],
  ['SNILS', 'снилс страхов[а-яё]+_(?:номер|свидетельств) пенсионн snils'],
  ['MILITARY_ID', String.raw`
    военн[а-яё]+_билет воен(?:ный|\.)_?бил военник военно-уч[а-яё]*(?:_док[а-яё]*)? воинск[а-яё]+_(?:уч|док|бил) приписно в\.?_?билет билет[а-яё]?_офицер удостоверени[а-яё]+_офицер в/б(?:ил\p{L}*)?$ в\._?б\.
    вб$(?=[\s:№]{1,3}[А-ЯЁ]{2}) удостоверени[а-яё]+_личности_(?:офицер|военнослуж) удост\.?_личности_(?:офицер|военнослуж)
    удостоверени[а-яё]+_гражданина,_подлежащего`],
  ['DRIVER_LICENCE', String.raw`
    водительск[а-яё]{2,3}(?!_(?:стаж|комис|справ|кресл|сид|мест|соста|карт)) водит\.?_?уд удостоверени[а-яё]+_водит удост\._водит в/уд?(?:ост[а-яё]*)?$ в[.-]_?уд(?:ост)?(?:\.|$) ву$ vu$(?=["'\s:=]) в\._?у\. вод\.?_?уд п(?<!(?:регистрации|авторские|исключительные|смежные|патентные|имущественные|неисключительные)_п)рава(?!\p{L}|_(?:доступ|требов|собств|челов|потреб|на_(?!упр|имя))) права?\.?_упр прав(?<!(?:регистрации|авторские|авторских|исключительные|исключительных|смежные|смежных|патентные|имущественные|неисключительные)_прав)(?:ам?и?)?$(?=[\s:№(—-]{0,4}\d\d_?(?:\d\d|[А-ЯЁ]{2})[\s№-]{1,3}\d{6}) номер[а-яё]{0,2}_(?:\p{L}{2,6}_)?прав$
    удост(?:оверени[а-яё]+|\.)_на_право удостоверени[а-яё]+_тракт водительск[а-яё]+_карт[а-яё]+(?=[\s:№]{0,3}\d\d_?\d\d_?\d{6})
    driv(?:er|ing)s?[’']?s?_?lic(?:en[cs]e|\.|$) driv(?:er|ing)s?-lic operator[’']?s?_lic(?:en[cs]e|\.|$) licen[cs]e(?:_(?:no|number|#|id)|(?=[\s:#]{1,3}[A-Z][\s-]?\d{3})) dl$ dln$ cdl$ oln$ d/l$ d\.l\.`],
  ['PASSPORT', String.raw`
    паспорт(?!_(?:${passportOf})) пасп(?:\.|$)
    пас-\s{1,8}порт п-?т$(?=[\s:№]{0,3}\d\d) загран passport(?:_(?:card|book))? pasport пасспорт паспрт дул$ внж$ рвп$ вид[а-яё]{0,2}_на_жит разрешени[а-яё]+_на_врем п/п$(?=[\s:№]{0,3}\d\d_?\d\d[\s№]{1,3}\d{6}(?!\d))
    п\.(?=_?\d\d_\d\d[\s№]{1,3}\d{6}(?!\d)) код[а-яё]*_вида_документа личност[ьи]_(?:установл|подтвержд|удостов) id-карт уд(?:ост)?\.?_?личн удостоверени[а-яё]+_личности удостоверяющ
    документ$ док(?:-т[а-яё]{0,2}|\.|$)(?=[\s:№]{0,4}\d\d) пн$(?=_?\d\d_?\d\d_?\d{6}) зп$(?=_?\d{9}(?!\d)) travel_doc(?:ument|\.|$) ppt$(?=[\s:#.]{0,3}[A-Z\d]?\d{6}) p/?p_?(?:no|number|#)[.:#]? pass(?:p?t)?\.?_no(?:\.|$)`],
  ['OTHER', String.raw`
    лотере диплом аттестат купон$ облигац бланк абонемент ваучер вексел сертификат талон$ стс$(?=[\s:№(]{0,3}(?:\d\d|сер)) птс$(?=[\s:№(]{0,3}(?:\d\d|сер))
    св(?:ид(?:етельств[а-яё]*|-?во)?|-?в[оау])\.?_о(?:б_|_(?!рожд)) техническ[а-яё]+_паспорт
    паспорт_(?:${passportOf}) санитарн[а-яё]+_паспорт вет[а-яё.]*_?паспорт imei$ imsi$ iccid uid$ больничн листок_нетруд элн$ чип$ чипа$ промокод штрих-?код
    топливн[а-яё]{2,3}_карт дисконтн[а-яё]{2,3}_карт бонусн[а-яё]{2,3}_карт подарочн[а-яё]{2,3}_карт скидочн[а-яё]{2,3}_карт проездн[а-яё]{2,3}_карт клубн[а-яё]{2,3}_карт карт[аыуеою]й?_(?:лояльн|скидк|покупател|доступа)`],
  ['SERIES', String.raw`
    сер(?:и[яию]$|\.|$)(?=[\s:№=]{0,3}(?:\d|[IVX]|[А-ЯЁ]{2}(?![А-Яа-яё]))) сери[яию](?:/|,_?|_и_|_/_|_)(?:номер|№)`],
  ['INN', 'инн/кпп инн$ inn$'],
  ['MAC', 'mac$ мак$ мак-адрес hwaddr bssid физическ[а-яё]+_адрес аппаратн[а-яё]+_адрес physical_addr hardware_addr'],
  ['US_SSN', 'ssn$ ss# social_security soc[.]?_sec social$(?!_(?:media|network|club))'],
  ['US_ITIN', 'itin$ taxpayer'],
  ['UK_NINO', 'nino$ national_insurance ni_(?:number|no|#)'],
  ['UK_NHS', String.raw`nhs$ nhs_?n(?:o|um) n\.h\.s\.`],
  ['VIN', 'vin$ вин$ vin-?(?:код|code|no) вин-код идентификационный_номер_тс кузов шасси chassis'],
  ['CRYPTO', String.raw`
    bitcoin биткоин битк[иоу] btc$ ethereum эфир eth$ кошел[её]к wallet usdt trc-?20 erc-?20 крипто лайткоин ltc$
    ton$ doge$ xrp$ solana`],
  ['CREDIT_CARD', String.raw`
    карт[аыуеою]$(?!_памяти) карт(?:ой|очк) card cc$ visa$ виза$ mastercard мастеркард american_express amex$ discover$
    diners jcb$ maestro маэстро мир(?=_\d) credit
    тинь[а-яё]{1,7}${beforeCard} тин[её]к[а-яё]{0,3}${beforeCard} сбер[а-яё]{0,7}${beforeCard} альф[а-яё]{1,6}${beforeCard} втб${beforeCard} райф[а-яё]{0,9}${beforeCard} пластик[а-яё]{0,3}${beforeCard} кредитк[а-яё]{1,3} дебетов[а-яё]{2,3}${beforeCard} зарплатн[а-яё]{2,3}${beforeCard} карт-сч[её]т${beforeCard}`],
  ['BANK_ACCOUNT', String.raw`
    р/с расч[её]тн[а-яё]+_сч[её]т лиц(?:ев[а-яё]+|\.)_сч[её]т л/с$ сч[её]т(?:а|у|ом|е)?$(?!-фактур) сч\. account acct
    iban ибан a/cs?${beforeNumber} acc(?!\p{L}|\.?_to_) checking${beforeAccount} cheque${beforeAccount} savings?${beforeAccount}`],
  ['DATE_OF_BIRTH', String.raw`
    рожд[её]?н рожд(?:\.|$) р(?<!\d_р|\dр)\.(?=_?\d\d?\.\d\d?\.\d) родил родивш появил[а-яё]{2,3}_на_свет род\.(?!\s*\p{L}) род\.(?=_в_) дата_р(?:ожд|\.) год_рожд день_рожд дн[яю]_рожд д\.?_?рожд
    д(?<!и_д)\.?_?р$\.? д/р$ г/р$ г(?:\._?|_)р$\.? born$ birth_?date birth(?!-?_?days?) date_?of_?birth dob$ bdate data_ro b_?day$ dr$(?=["'\s]{0,2}[:=]) d\.o\.b
    b(?<!\db)\.(?=_\d|_[A-Z]) b$(?=_\d\d?[./]\d\d?[./]\d) b(?:irth)?-?days?(?!\p{L}|_(?:party|parties|dinner|lunch|brunch|bash|weekend|gift|present|cake|card|celebration|tea|drinks|event|picnic|bbq|trip|do)(?!\p{L}))`],
  ['USERNAME', String.raw`
    логин ник$ никнейм аккаунт юзер telegram телеграм инстаграм личк username user_name login handle ssh$`],
  ['IP', 'ip$ айпи хост host сервер server client_ip'],
  ['VEHICLE_PLATE', String.raw`
    погрузчик трактор мопед фур[аыуе]$ грузовик тягач самосвал автобус(?=_(?:[А-ЯЁ][\p{L}-]{2,12}_)?[А-ЯЁ]{2}_?\d{3}) белорусск[а-яё]{2,3}_номер казах[а-яё]{2,6}_номер транзит(?=[\s:]{1,3}[А-Я]{2}_?\d{3}) автомоб автомаш машин авто$ мотоцикл мото$ прицеп полуприцеп п/пр?$(?=[\s:№.]{0,3}[АВЕКМНОРСТУХ]{2}_?\d{4}_?\d\d) экскаватор комбайн снегоход квадроцикл скутер бульдозер
    автокран байк$ маршрутк рефрижератор такси гос\.?_?(?:рег\.?_?)?(?:номер|знак|№) госномер г/н г\.н\.
    грз номерн рег\._?знак plate registration vehicle reg(?:$|\.|_no|_number) rego$ vrm$ vrn$ lic(?:en[cs]e|\.)?_tag`],
  ['PHONE', String.raw`
    тел$ т\.(?=_?[\d+(]) т(?<!\d_?т)$(?=_(?:\d{1,3}-\d\d-\d\d|8[\s(-])) тлф тел-?н$ тел[её]фон(?!и) теле-\s{1,8}фон моб(?:ильн|\.|$) сот(?:ов|\.)
    дом\.${beforeLocal} раб\.${beforeLocal} служ\.${beforeLocal} гор\.${beforeLocal} конт\.(?=[\s:]{0,3}(?:[+(]|8[\s(-]|8?9\d\d)) городской$ ватс?ап вотсап вацап whats_?app
    viber вайбер факс звон позвон перезвон наб[еи]р смс$(?!\d) sms$(?!\d) номер[а-яё]*_(?:для_связи|тел) связ[ьи]$ контакт
    contact phone mobile cell$ fax call(?!e[dr]) tel$ mob$ ph$(?=[\s.:]{0,3}(?:[+(]|\d{2})) ph(?:one)?_no landline pager dial$ ring$ reach(?:ed)?$ text$ messages?_to my_number office
    m${beforeDial} t${beforeDial} f${beforeDial} h${beforeDial} w${beforeDial} o${beforeDial} c${beforeDial} d${beforeDial} tf${beforeDial}`],
  ['DATE', String.raw`
    выда(?:н|ч|л) умер смерт истека действ срок состо(?:ит|ял) назначен died death issued expir valid since until due
    date$(?!_of_b) дата$(?!_рож) от$ с$(?=_\d) до$ по$(?=_\P{L})`],
  ['OTHER', String.raw`
    заказ(?!чик) накладн догов арт(?:икул|\.) код$ код[ау]?_подтвержд верси[яию]?$ верс\. приказ постановлени
    распоряжени протокол закон$ фз$ дел[оау]$_№ кбк уин$ октмо окпо окато оквэд кпп$ бик$ огрн$ корр к/с isbn issn ean$
    gtin sku индекс order(?!ly) invoice version ticket tracking трек отправлени почтов[а-яё]+_идент usps fedex ups$
    serial серийн заводск s/n заявк обращени сумм цен[аыу]$ стоимост итого курс$ идентификатор изделие позици платформ
    модел model сборк билд build карта_памяти case_(?:no|number|#) issue изобр md5 sha$ commit хеш хэш пример$ раздел
    пункт п(?<![А-ЯЁ]\._?п)\. пп\. стать ст\. гл\. глава гост снип сп$ ту$ квитанц лот$ тендер routing aba$ ein$ npi$ doi$ rfc ndc$ upc$ asin$ mpan$ mprn$ rma$ grn$
    meter(?=_?(?:#|no$|no\.|num|id$|serial|read|s/n|:)|_\d) policy_(?:no|num|#) claim_(?:no|num|#)
    patent патент part_(?:no|number|#|\d) маск[аи] подсет последовательност лиценз кадастр осаго каско парол password pin$
    пин$ zip$ ${otherLicences} ref(?:erence)?$(?=_?(?:no|number)?[\s.:#]{0,3}\d) sort_code s/c$ bsb$ ifsc abn$ acn$ координат счет-фактур`],
  ['SAID', 'диктую диктуем продиктую'],
  ['WEAK', String.raw`id(?=[\s:=#"]{1,3}\d)`],
]; // prettier-ignore
