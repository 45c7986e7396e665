import type { FieldKind } from './field';

/** Whole names of columns and keys of what is no personal data, in the form that `ColumnHeads` has. */
export const neutralHeads: readonly (readonly [FieldKind, string])[] = [
  [
    'THING',
    String.raw`
    (?:product|item|device|goods|material|part|file|host|server|service|app|package|module|plugin|model|brand|city|country|street|company|project|team|group|department|event|course|book|movie|song)(?:_name|_title)?
    filename hostname товар(?:ы|а)? (?:наименование_|название_)?(?:товара|изделия|детали|материала|продукта|услуги) номенклатура изделие деталь марка(?:_авто)? устройство
    материал город населенный_пункт`,
  ],
  [
    'OTHER',
    String.raw`
    id uuid guid row_id code sku version build rev price amount sum total qty quantity (?:order|invoice|tracking|batch|lot|serial|part|ticket|case|version|model|item|article|build)_(?:id|no|number|num|code)
    (?:account|customer|client|user|device|session|external|product|request|trace|transaction|message|payment|operation)_(?:id|ref|code) reference ref zip post_?code postal_code
    код артикул версия цена сумма итого партия кол_во количество номер_заказа заказ kpp кпп ogrn огрн bik бик timestamp port pid`,
  ],
  [
    'DATE',
    String.raw`
    (?:\p{L}{2,14}_){0,2}(?:date|дата) дата_[\p{L}_]{2,24} date_(?:of_)?\p{L}{2,14} \p{L}{2,12}_at (?:last|first)_(?:login|visit|seen) срок valid_until expiry expires
    since hired joined visit admission`,
  ],
];
