import { type Detector, confidence } from '../../document/match';
import type { EntityKind } from '../entity-kind';
import { type Fake, type Random, redraw } from '../../fakes/fake';
import { exampleDomains, fakeWords } from './fake-words';
import { detectSpokenLink } from './detect-spoken';
import { matchInSpans, runSpans } from '../../text/spans';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('network');

const TAIL = '[^\\s<>"«»“”\'`|\\\\^{}]';
const topLevelDomains = oneOf('top-level-domains');
/** Kept for tests; alone after one word they are code («form.invalid»). */
const reserved = 'test|invalid';
const label = '[\\p{L}\\d](?:[\\p{L}\\d-]{0,61}[\\p{L}\\d])?';
const host = `(?:${label}\\.){1,5}`;
const urlPattern = new RegExp(
  `(?<![\\p{L}\\p{N}@._/-])(?:(?:h(?:tt|xx)ps?|s?ftp)://${TAIL}{3,2048}|www\\.${TAIL}{3,2048}|` +
    `(?:${host}${topLevelDomains}|(?:${label}\\.){2,5}(?:${reserved})(?! ?[({])|${label}\\.(?:${reserved})(?=/[\\p{L}\\d]))(?![\\p{L}\\p{N}.-]*@)(?::\\d{2,5})?(?:[/?]${TAIL}{0,2048}|(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}_])))`,
  'giu',
);
/** Every link has one; few runs of ordinary text do. */
const mark = /\.[^\s.,]|:\/\//g;

/** Links and bare domains («vk.com/id1», «адвокат.рф»), without the punctuation that ends a sentence. */
const detectUrl: Detector = ({ text }) => {
  return matchInSpans(text, runSpans(text, mark), urlPattern).map(({ written, start }) => {
    const end = start + trimmedLength(written);
    return { start, end, type: 'URL' as const, score: confidence.shown };
  });
};

function trimmedLength(link: string): number {
  let length = link.length;
  while (length > 4 && '.,;:!?…*_'.includes(link[length - 1] ?? '')) length -= 1;
  const closesMore = link[length - 1] === ')' && !link.slice(0, length).includes('(');
  if (closesMore) length -= 1;
  while (length > 4 && '.,;:!?…'.includes(link[length - 1] ?? '')) length -= 1;
  return length;
}

/** Scheme and form stay; names in the path and values of the query go. */
const fakeUrl: Fake = (written, { random, isCrowded }) => {
  const scheme = /^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?(?:www\.)?/iu.exec(written)?.[0] ?? '';
  const beyond = written.slice(scheme.length);
  const hostEnd = beyond.search(/[/?#]|$/);
  const host = beyond.slice(0, hostEnd);
  const rest = beyond.slice(hostEnd);
  const hasLabels = host.split('.').length > 2 || isCrowded || random.below(4) > 0;
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  const domain = `${hasLabels ? `${fakeWords('word', random)}.` : ''}${random.pick(exampleDomains)}`;
  return scheme + domain + port + fakePath(rest, random);
};

/** Keys of the query and the ending of a file are nobody's. */
function fakePath(path: string, random: Random): string {
  return path.replace(/(?<=[?&])[\w.-]+=|\.[a-z]{2,4}(?=[?#]|$)|[\p{L}\d]+/giu, (part) =>
    part.endsWith('=') || part.startsWith('.') ? part : redraw(part.replace(/[^\x21-\x7e]/gu, 'a'), random),
  );
}

/** Scheme, “www.” and the case of the host say nothing. */
function normaliseUrl(value: string): string {
  const written = value.trim().replace(/^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?(?:www\.)?/iu, '');
  const hostEnd = written.search(/[/?#]|$/);
  return written.slice(0, hostEnd).toLowerCase() + written.slice(hostEnd).replace(/\/$/, '');
}

/** Links. */
export const url: EntityKind = {
  detect: detectUrl,
  detectSpoken: detectSpokenLink,
  fake: fakeUrl,
  normalise: normaliseUrl,
  markerWords: ['ССЫЛКА'],
  traits: { isTyped: true },
};
