import type { Turn } from './diarization-error';

/** The turns of an RTTM file (NIST): `SPEAKER file channel start duration <NA> <NA> name <NA> <NA>`. */
export function readRttm(text: string): Turn[] {
  return text.split('\n').flatMap((line, index) => {
    const fields = line.trim().split(/\s+/);
    if (fields[0] !== 'SPEAKER') return [];
    const [start, duration, speaker] = [Number(fields[3]), Number(fields[4]), fields[7]];
    if (!(start >= 0 && duration >= 0) || speaker === undefined)
      throw new Error(`line ${index + 1} is not RTTM: ${line}`);
    return [{ start, end: start + duration, speaker }];
  });
}
