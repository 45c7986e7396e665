import type { NeutralLabel } from './label';

/** What has a licence and drives nothing, and what is registered and is no car. */
const otherLicences = [
  ...'contractor medical liquor alcohol software business nurs(?:e|ing) tv fishing hunting firearms? gun dog pilot trade'
    .split(' ')
    .map((word) => `${word}[’']?s?_licen[cs]e(?:_(?:no|number|#|id))?`),
  ...'company charity vat gst business'
    .split(' ')
    .map((word) => `${word}_reg(?:istration|\\.|$)(?:_(?:no|number))?`),
].join(' ');
/**
 * Words for what is no personal data, in the form that `LabelWords` has: first those for papers, which come before the
 * words for values of other kinds, then those that any other word overrules.
 */
export const neutralWords: Readonly<
  Record<'papers' | 'others', readonly (readonly [NeutralLabel, string])[]>
> = {
  papers: [
    [
      'OTHER',
      String.raw`
    лотере диплом аттестат купон$ облигац бланк абонемент ваучер вексел сертификат талон$ стс$(?=[\s:№(]{0,3}(?:\d\d|сер)) птс$(?=[\s:№(]{0,3}(?:\d\d|сер)) imei$ imsi$ iccid uid$ больничн листок_нетруд элн$ чип$ чипа$ промокод штрих-?код`,
    ],
    [
      'SERIES',
      String.raw`
    сер(?:и[яию]$|\.|$)(?=[\s:№=]{0,3}(?:\d|[IVX]|[А-ЯЁ]{2}(?![А-Яа-яё]))) сери[яию](?:/|,_?|_и_|_/_|_)(?:номер|№)`,
    ],
  ],
  others: [
    [
      'DATE',
      String.raw`
    выда(?:н|ч|л) умер смерт истека действ срок состо(?:ит|ял) назначен died death issued expir valid since until due
    date$(?!_of_b) дата$(?!_рож) от$ с$(?=_\d) до$ по$(?=_\P{L})`,
    ],
    [
      'OTHER',
      String.raw`
    заказ(?!чик) накладн догов арт(?:икул|\.) код$ код[ау]?_подтвержд верси[яию]?$ верс\. приказ постановлени
    распоряжени протокол закон$ фз$ дел[оау]$_№ кбк уин$ октмо окпо окато оквэд кпп$ бик$ огрн$ корр к/с isbn issn ean$
    gtin sku индекс order(?!ly) invoice version ticket tracking трек отправлени почтов[а-яё]+_идент usps fedex ups$
    serial серийн заводск s/n заявк обращени сумм цен[аыу]$ стоимост итого курс$ идентификатор изделие позици платформ
    модел model сборк билд build карта_памяти case_(?:no|number|#) issue изобр md5 sha$ commit хеш хэш пример$ раздел
    пункт п(?<![А-ЯЁ]\._?п)\. пп\. стать ст\. гл\. глава гост снип сп$ ту$ квитанц лот$ тендер routing aba$ ein$ npi$ doi$ rfc ndc$ upc$ asin$ mpan$ mprn$ rma$ grn$
    meter(?=_?(?:#|no$|no\.|num|id$|serial|read|s/n|:)|_\d) policy_(?:no|num|#) claim_(?:no|num|#)
    patent патент part_(?:no|number|#|\d) маск[аи] подсет последовательност лиценз кадастр осаго каско парол password pin$
    пин$ zip$ ${otherLicences} ref(?:erence)?$(?=_?(?:no|number)?[\s.:#]{0,3}\d) sort_code s/c$ bsb$ ifsc abn$ acn$ координат счет-фактур`,
    ],
    ['SAID', 'диктую диктуем продиктую'],
    ['WEAK', String.raw`id(?=[\s:=#"]{1,3}\d)`],
  ],
};
