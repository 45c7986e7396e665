import { findAdtsFrames } from './find-adts-frames';
import { findMp3Frames } from './find-mp3-frames';
import { nameRefusedFormat } from './refused-formats';

/** Bytes from the start of a file that `detectMediaType` needs. */
export const HEAD_BYTES = 4_096;

/** The MIME type, or why the content is not accepted. */
type MediaTypeResult = { type: string } | { refusal: string };

const supported = 'MP3, WAV, OGG, FLAC, M4A, AAC, AIFF, MP4, MOV, WebM, MKV, AVI';
const unknown = { refusal: `the content is no media in a supported format (${supported})` };
const instead = 'which is not supported; send MP3, M4A, WAV or FLAC, or a video as MP4';
/** Playlists: FFmpeg would open the files they list, local ones too. */
const playlistStart = /^(?:#EXTM3U|ffconcat|<\?xml[^>]*>\s*<MPD|<MPD|v=0\r?\n|\[playlist\]|<(?:asx|smil)\b)/i;
const pageStart = /^<(?:!doctype html|html|head|body|script|!--)/i;
/** Major brands of ISO base media files that contain images. */
const pictureBrands = new Set([
  'heic',
  'heix',
  'hevc',
  'hevx',
  'heim',
  'heis',
  'mif1',
  'msf1',
  'avif',
  'avis',
  'crx ',
]);

/**
 * Detects the type of media by its first `HEAD_BYTES` bytes. The name of the file and the Content-Type of the source are
 * not trusted.
 */
export function detectMediaType(head: Buffer): MediaTypeResult {
  if (head.length === 0) return { refusal: 'the source is empty' };
  const type = detectContainer(head);
  if (type) return { type };
  const text = head.toString('latin1').replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '');
  if (playlistStart.test(text)) return { refusal: 'the link leads to a playlist, not to a media file' };
  if (pageStart.test(text)) return { refusal: 'the link leads to a web page, not to a media file' };
  if (findAdtsFrames(head, head.length < HEAD_BYTES)) return { type: 'audio/aac' };
  if (findMp3Frames(head)) return { type: 'audio/mpeg' };
  const name = nameRefusedFormat(head.toString('latin1'));
  return name === null ? unknown : { refusal: `the content is ${name}, ${instead}` };
}

function detectContainer(head: Buffer): string | null {
  const at = (start: number, length: number): string => head.toString('latin1', start, start + length);
  if (at(0, 4) === 'fLaC') return 'audio/flac';
  if (at(0, 4) === 'OggS') return head.includes('\u0080theora', 0, 'latin1') ? 'video/ogg' : 'audio/ogg';
  const chunked = detectChunked(at(0, 4), at(8, 4));
  if (chunked) return chunked;
  if (at(4, 4) === 'ftyp') return detectIsoMedia(at(8, 4));
  if (startsWithQuickTimeAtom(head)) return 'video/quicktime';
  if (head.readUIntBE(0, Math.min(4, head.length)) === 0x1a45dfa3) return detectEbml(head);
  return at(0, 3) === 'ID3' && head.length >= 10 ? 'audio/mpeg' : null;
}

/** Files of chunks with an id and a type: RIFF and the older IFF. */
function detectChunked(id: string, type: string): string | null {
  if (/^(?:RIFF|RF64|BW64)$/.test(id) && type === 'WAVE') return 'audio/wav';
  if (id === 'RIFF' && type === 'AVI ') return 'video/x-msvideo';
  return id === 'FORM' && /^AIF[FC]$/.test(type) ? 'audio/aiff' : null;
}

function detectIsoMedia(brand: string): string | null {
  if (pictureBrands.has(brand)) return null;
  if (brand === 'qt  ') return 'video/quicktime';
  if (brand.startsWith('M4A') || brand.startsWith('M4B')) return 'audio/mp4';
  return brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4';
}

/** Files of QuickTime from before its brand begin with one of these atoms, filler of eight bytes first in some. */
function startsWithQuickTimeAtom(head: Buffer): boolean {
  const isFilled = head.toString('latin1', 4, 8) === 'wide' && head.readUInt32BE(0) === 8;
  const at = isFilled ? 8 : 0;
  return head.length >= at + 16 && /^(?:moov|mdat)$/.test(head.toString('latin1', at + 4, at + 8));
}

/** The EBML header at the start of the file contains the element DocType (0x4282). */
function detectEbml(head: Buffer): string | null {
  const at = head.indexOf(Buffer.of(0x42, 0x82));
  if (at < 0) return null;
  const name = head.toString('latin1', at + 3, at + 11);
  if (name.startsWith('webm')) return 'video/webm';
  return name === 'matroska' ? 'video/x-matroska' : null;
}
