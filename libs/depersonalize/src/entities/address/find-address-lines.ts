import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import { countries } from './countries';
import { fold } from '../../text/split-words';

/** Lines that hold one part of an address: a flat, a country with its postcode; quoted lines too («> Apt. 5»). */
const linePattern =
  /^[^\p{L}\p{N}\n]{0,6}(?:(?<unit>(?:apt|apartment|suite|ste)\.?[ ]#?[a-z]?\d{1,5}[a-z]?)|(?<country>\p{L}[\p{L}() ]{2,30})[ ]\d{4,6})[ ,.]{0,2}$/gimu;

/** Parts of an address that a line of their own keeps from the rest. */
export function findAddressLines(text: string): Match[] {
  return Array.from(text.matchAll(linePattern)).flatMap(({ 0: line, index, groups }) => {
    const { unit, country } = groups ?? {};
    if (unit === undefined && !countries.has(fold(country ?? ''))) return [];
    const written = line.replace(/^\P{L}+/u, '').replace(/(?<![ ,.])[ ,.]+$/, '');
    const start = index + line.indexOf(written);
    return [{ start, end: start + written.length, type: 'ADDRESS', score: confidence.weak }];
  });
}
