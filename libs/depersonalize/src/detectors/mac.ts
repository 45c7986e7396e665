import { findByPattern } from '../find-by-pattern';

/** Of these forms none else is written. */
const telling = /^(?:..[:-]){5}|^....\./;

/** Hardware addresses: 00:1A:2B:3C:4D:5E, with hyphens too, 001a.2b3c.4d5e; in one run, halves or pairs after the word. */
export const detectMac = findByPattern({
  type: 'MAC',
  pattern:
    /(?<![0-9a-z:.-])(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{2}(?: [0-9a-f]{2}){5}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}|[0-9a-f]{6}[-:]?[0-9a-f]{6})(?![0-9a-z:-]|\.[0-9a-f])/gi,
  judge: ({ text, label }) => (telling.test(text) || label === 'MAC' ? 0.97 : 0),
});
