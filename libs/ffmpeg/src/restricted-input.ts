/** Demuxers of the supported formats. Playlists and manifests are excluded: they make FFmpeg open other files. */
const FORMATS = 'mp3,wav,ogg,flac,mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,aac,aiff,avi';
/** Limit of a single allocation. */
const ALLOC_BYTES = 256 * 1024 * 1024;

/** The first arguments of every FFmpeg run: no prompts, no banner, bounded allocations. */
export const baseArgs: readonly string[] = [
  '-nostdin',
  '-hide_banner',
  '-nostats',
  '-max_alloc',
  String(ALLOC_BYTES),
];

/** Input arguments that restrict FFmpeg to local files and supported formats. Each whitelist alone can be bypassed. */
export function restrictedInput(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, '-i', `file:${path}`];
}
