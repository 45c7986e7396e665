import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Match, detect } from '@medley/depersonalize';
import { generateFakes } from '../src/replace/generate-fakes';
import { groupValues } from '../src/replace/group-values';

interface Sample {
  text: string;
  lang: string;
  spans: { start: number; end: number; type: string }[];
}

/** How many made-up values are found in their place with their type, of those whose originals are. */
function countFound({ text, lang, spans }: Sample, isPerson: boolean): { originals: number; fakes: number } {
  const all = detect(text, { language: lang });
  const keyOf = ({ start, end, type }: Pick<Match, 'start' | 'end'> & { type: string }): string =>
    `${start} ${end} ${type}`;
  const labelled = new Set(spans.map(keyOf));
  const right = all.filter((finding) => labelled.has(keyOf(finding)));
  const fakes = generateFakes(text, right, { ...groupValues(text, right), seed: 1 });
  let made = '';
  let at = 0;
  const places = right.map(({ start, end, type }, i) => {
    const fake = fakes[i] ?? '';
    made += text.slice(at, start) + fake;
    at = end;
    return { start: made.length - fake.length, end: made.length, type };
  });
  const again = new Set(detect(made + text.slice(at), { language: lang }).map(keyOf));
  const asked = places.filter(({ type }) => (type === 'PERSON') === isPerson);
  return { originals: asked.length, fakes: asked.filter((place) => again.has(keyOf(place))).length };
}

/** A part of the texts is enough. */
const STEP = 8;

describe('made-up values read like real ones: they are found again', () => {
  test.each([
    ['ru-constructed-dev', false, 0.97],
    ['ru-constructed-dev', true, 0.9],
    ['en-presidio-research-dev', false, 0.7],
  ])('in %s (people: %s) at least %d of them', (set, isPerson, share) => {
    const file = join(__dirname, `../../../../shared/data/pii/${set}.jsonl`);
    if (!existsSync(file)) return;
    const samples = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter((_, i) => i % STEP === 0);
    const counts = samples.map((line) => countFound(JSON.parse(line) as Sample, isPerson));
    const sum = (key: 'originals' | 'fakes'): number =>
      counts.reduce((total, count) => total + count[key], 0);
    expect(sum('fakes') / sum('originals')).toBeGreaterThanOrEqual(share);
  });

  test('whatever their type', () => {
    const text = `Заявление. ФИО: Орлов Николай Романович, дата рождения: 12.03.1985, паспорт 4508 123456, СНИЛС 158-368-201 91,
ИНН 781351197157, тел. +7 (905) 123-45-67, почта n.orlov@mail.ru, адрес: г. Уфа, ул. Мира, д. 5, кв. 12. Карта 4377 7305 6148 9708,
IBAN DE89 3704 0044 0532 0130 00, сервер 10.1.2.3, MAC AA:BB:CC:DD:EE:FF, сайт https://vk.com/id12345, VIN XTA210990Y2766389.`;
    const found = detect(text);
    const fakes = generateFakes(text, found, { ...groupValues(text, found), seed: 5 });
    const made = found.reduceRight(
      (all, { start, end }, i) => all.slice(0, start) + (fakes[i] ?? '') + all.slice(end),
      text,
    );
    expect(found.length).toBeGreaterThanOrEqual(12);
    expect(detect(made).map(({ type }) => type)).toEqual(found.map(({ type }) => type));
  });
});
