/** Readers for the eight formats and nothing else: playlists and manifests would make ffmpeg open other things. */
const FORMATS = 'mp3,wav,ogg,flac,mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,aac';
const ALLOC_BYTES = 256 * 1024 * 1024;

/** Arguments that every run of ffmpeg begins with: no questions, no banner, bounded allocations. */
export const baseArgs: readonly string[] = [
  '-nostdin',
  '-hide_banner',
  '-nostats',
  '-max_alloc',
  String(ALLOC_BYTES),
];

/** Arguments of an input, fenced: only a local file, only known formats. Both lists are needed, one alone leaks. */
export function restrictedInput(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, '-i', `file:${path}`];
}
