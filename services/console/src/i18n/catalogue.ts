export const locales = ['en', 'ru'] as const;
export type Locale = (typeof locales)[number];

/** A text, or a function that puts values into one; a message with several forms chooses by `Intl.PluralRules`. */
type Message = string | ((...values: never[]) => string);
export type Messages = Readonly<Record<string, Message>>;

/** The same names as in English, functions with the same parameters. */
export type Translation<English extends Messages> = {
  readonly [Name in keyof English]: English[Name] extends string ? string : English[Name];
};

export type Catalogue<English extends Messages> = Readonly<Record<Locale, Translation<English>>>;

/** The texts of a screen or component in every language; one that is missing or too many does not compile. */
export function defineMessages<const English extends Messages>(
  en: English,
  ru: NoInfer<Translation<English>>,
): Catalogue<English> {
  // The type of each text is a text, not the one it has in English.
  return { en: en as Translation<English>, ru };
}
