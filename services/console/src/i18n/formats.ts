import { useMemo } from 'react';
import type { Locale } from './catalogue';
import { useLocale } from './locale';

export interface Formats {
  number(value: number): string;
  /** Small amounts with up to four decimals, as money is kept. */
  credits(value: number): string;
  percent(share: number): string;
  dateTime(time: string): string;
  /** The time alone if it is of today. */
  shortTime(time: string): string;
  /** `5 minutes ago` */
  ago(time: string, now: number): string;
  /** `240 ms`, `1.4 s`, `3 min 20 s` */
  duration(ms: number): string;
  bytes(size: number): string;
}

/** Dates, numbers and amounts in the language of the page. */
export function useFormats(): Formats {
  const { locale } = useLocale();
  return useMemo(() => formatsOf(locale), [locale]);
}

const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', ru: 'ru-RU' };
const agoUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function formatsOf(locale: Locale): Formats {
  const tag = tags[locale];
  const number = new Intl.NumberFormat(tag);
  const credits = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const manyCredits = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' });
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' });
  return {
    number: (value) => number.format(value),
    credits: (value) => (Math.abs(value) < 100 ? credits : manyCredits).format(value),
    percent: (share) => percent.format(share),
    dateTime: (text) => dateTime.format(new Date(text)),
    shortTime: (text) => {
      const date = new Date(text);
      return (date.toDateString() === new Date().toDateString() ? time : day).format(date);
    },
    ago: (text, now) => {
      const seconds = Math.min(0, Math.round((Date.parse(text) - now) / 1_000));
      const [unit, size] = agoUnits.find(([, one]) => -seconds >= one) ?? ['second', 1];
      return relative.format(Math.round(seconds / size), unit);
    },
    duration: durationFormat(tag),
    bytes: (size) => {
      const power = size < 1 ? 0 : Math.min(3, Math.floor(Math.log(size) / Math.log(1_000)));
      const options = { style: 'unit', unit: byteUnits[power], maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(tag, options).format(size / 1_000 ** power);
    },
  };
}

function durationFormat(tag: string): (ms: number) => string {
  const unit = (name: string, maximumFractionDigits = 0): Intl.NumberFormat =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits });
  const [milliseconds, shortSeconds, seconds] = [unit('millisecond'), unit('second', 1), unit('second')];
  const [minutes, hours] = [unit('minute'), unit('hour')];
  return (ms) => {
    if (ms < 1_000) return milliseconds.format(Math.max(0, Math.round(ms)));
    if (ms < 60_000) return shortSeconds.format(ms / 1_000);
    const whole = Math.round(ms / 1_000);
    if (whole < 3_600) return `${minutes.format(Math.floor(whole / 60))} ${seconds.format(whole % 60)}`;
    return `${hours.format(Math.floor(whole / 3_600))} ${minutes.format(Math.floor((whole % 3_600) / 60))}`;
  };
}
