import type { OutputPlan } from './plan-output';

/** Readers for the eight formats and nothing else: playlists and manifests would make ffmpeg open other things. */
const FORMATS = 'mp3,wav,ogg,flac,mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,aac';
const ALLOC_BYTES = 256 * 1024 * 1024;
const THREADS = 2;
/** An output file is cut here, so whoever reaches it must be refused. */
export const OUTPUT_BYTES_MAX = 1_000_000_000;

const quiet = ['-nostdin', '-hide_banner', '-nostats', '-max_alloc', String(ALLOC_BYTES)];

/** The input, fenced: only a local file, only known formats. Both lists are needed, one alone leaks. */
function input(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, '-i', `file:${path}`];
}

/** Arguments that make ffmpeg say what a file holds; with no output named it then ends with status 1. */
export function probeArgs(path: string): string[] {
  return [...quiet, '-loglevel', 'level+info', ...input(path)];
}

/** Arguments of the one pass from the first audio stream to an MP3. Progress goes to stdout, counts to stderr. */
export function transcodeArgs(from: string, to: string, plan: OutputPlan): string[] {
  return [
    ...quiet,
    ...['-loglevel', 'level+verbose', '-progress', 'pipe:1'],
    ...(plan.start > 0 ? ['-ss', String(plan.start)] : []),
    ...input(from),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...(plan.normalize ? ['-af', 'loudnorm=I=-23:TP=-1:LRA=11'] : []),
    ...['-c:a', 'libmp3lame', '-b:a', String(plan.bitrate)],
    ...['-ar', String(plan.sampleRate), '-ac', String(plan.channels)],
    ...['-threads', String(THREADS), '-t', String(plan.secondsMax), '-fs', String(OUTPUT_BYTES_MAX)],
    ...['-f', 'mp3', '-y', `file:${to}`],
  ];
}
