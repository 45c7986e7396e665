/** Language names of Whisper that differ from those of the CLDR. */
const otherNames: Readonly<Record<string, string>> = {
  burmese: 'my',
  castilian: 'es',
  flemish: 'nl',
  haitian: 'ht',
  letzeburgesch: 'lb',
  mandarin: 'zh',
  moldavian: 'ro',
  moldovan: 'ro',
  myanmar: 'my',
  nynorsk: 'nn',
  panjabi: 'pa',
  pushto: 'ps',
  sinhalese: 'si',
  valencian: 'ca',
};

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const namesOfLanguages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const codesByName: ReadonlyMap<string, string> = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): [string, string][] => {
      const name = namesOfLanguages.of(code);
      return name === undefined ? [] : [[name.toLowerCase(), code]];
    }),
);

/** Converts the language of an engine (`ru`, `ru-RU`, `Russian`) to ISO 639-1; null when it is unknown. */
export function languageCodeOf(language: string | null): string | null {
  if (language === null) return null;
  const name = language.trim().toLowerCase();
  const byTag = /^([a-z]{2})(?:[-_].*)?$/.exec(name)?.[1];
  return (
    byTag ?? codesByName.get(name) ?? (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? null) : null)
  );
}
