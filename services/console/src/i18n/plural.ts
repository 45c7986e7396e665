const english = new Intl.PluralRules('en');
const russian = new Intl.PluralRules('ru');

/** `1 task`, `2 tasks`. */
export function pluralEn(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${english.select(count) === 'one' ? one : many}`;
}

/** `1 задача`, `2 задачи`, `5 задач`. */
export function pluralRu(count: number, ...[one, few, many]: readonly [string, string, string]): string {
  const form = russian.select(count);
  return `${count.toLocaleString('ru')} ${form === 'one' ? one : form === 'few' ? few : many}`;
}
