import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { readStored, writeStored } from '../device/stored';
import { locales, type Catalogue, type Locale, type Messages, type Translation } from './catalogue';

interface LocaleState {
  locale: Locale;
  setLocale(locale: Locale): void;
}

const LocaleContext = createContext<LocaleState>({ locale: 'en', setLocale: () => undefined });
const STORED = 'medley.language';

/** The language that the person chose, else the first one of the browser that there is. */
export function LocaleProvider({ children }: { children: ReactNode }): ReactNode {
  const [locale, setLocale] = useState<Locale>(() => isLocale(readStored(STORED)) ?? localeOfBrowser());
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const state = useMemo(
    () => ({
      locale,
      setLocale: (chosen: Locale) => {
        writeStored(STORED, chosen);
        setLocale(chosen);
      },
    }),
    [locale],
  );
  return <LocaleContext value={state}>{children}</LocaleContext>;
}

export function useLocale(): LocaleState {
  return use(LocaleContext);
}

/** The texts of a catalogue in the language of the page. */
export function useMessages<English extends Messages>(catalogue: Catalogue<English>): Translation<English> {
  return catalogue[useLocale().locale];
}

function isLocale(text: string | null | undefined): Locale | undefined {
  return locales.find((locale) => locale === text);
}

function localeOfBrowser(): Locale {
  const wanted = navigator.languages.map((language) => isLocale(language.slice(0, 2)));
  return wanted.find((locale) => locale !== undefined) ?? 'en';
}
