import { findByPattern } from '../find-by-pattern';

/** Hardware addresses: 00:1A:2B:3C:4D:5E, with hyphens too, and 001a.2b3c.4d5e. */
export const detectMac = findByPattern({
  type: 'MAC',
  pattern:
    /(?<![0-9a-z:.-])(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})(?![0-9a-z:-])/gi,
  judge: () => 0.97,
});
