/** Formats that people send and that are not accepted, by how their files begin (ISO 8859-1). */
const refused: readonly (readonly [name: string, start: RegExp])[] = [
  ['Windows Media', /^\x30\x26\xb2\x75\x8e\x66\xcf\x11/],
  ['AMR', /^#!AMR/],
  ['RealMedia', /^\.(?:RMF|ra\xfd)/],
  ['Core Audio (CAF)', /^caff\0/],
  ['AU', /^\.snd/],
  ['MIDI', /^MThd/],
  ['Flash Video', /^FLV\x01/],
  ['an MPEG program stream', /^\0\0\x01\xba/],
  ['an MPEG transport stream', /^\x47[\s\S]{187}\x47[\s\S]{187}\x47/],
  ['Monkey’s Audio', /^MAC \S/],
  ['WavPack', /^wvpk/],
  ['AC-3', /^\v\x77/],
  ['a picture', /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF[\s\S]{4}WEBP|BM[\s\S]{4}\0\0\0\0|II\*\0|MM\0\*)/],
  ['a PDF document', /^%PDF-/],
  ['a ZIP archive or an office document', /^PK\x03\x04/],
  ['a compressed file', /^(?:\x1f\x8b|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ)/],
];

/** The name of a format that is not accepted; null when it is unknown. */
export function nameRefusedFormat(head: string): string | null {
  return refused.find(([, start]) => start.test(head))?.[0] ?? null;
}
