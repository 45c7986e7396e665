import { parseSync } from 'subtitle';
import { WebVTTParser } from 'webvtt-parser';

/** A subtitle as a player would read it, by a third-party parser. */
export interface ReadCue {
  start: number;
  end: number;
  speaker: string | null;
  lines: string[];
}

/** The default table of the parser has them without the semicolon, which would stay in the text. */
const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>' } as const;

/** Read WebVTT; throws on any error that the W3C's parser reports. */
export function readVtt(text: string): ReadCue[] {
  const { cues, errors } = new WebVTTParser(entities).parse(text, 'subtitles');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return cues.map(({ startTime, endTime, tree }) => {
    const voices: string[] = [];
    const lines = textOf(tree as unknown as Node, voices).split('\n');
    return {
      start: Math.round(startTime * 1_000),
      end: Math.round(endTime * 1_000),
      speaker: voices[0] ?? null,
      lines,
    };
  });
}

export function readSrt(text: string): ReadCue[] {
  return parseSync(text).flatMap((node) => {
    if (node.type !== 'cue') return [];
    const { start, end, text: said } = node.data;
    const speaker = /^([A-Z]): /.exec(said)?.[1] ?? null;
    return [{ start, end, speaker, lines: said.slice(speaker === null ? 0 : 3).split('\n') }];
  });
}

interface Node {
  type?: string;
  name?: string;
  value?: string;
  children?: Node[];
}

function textOf({ type, name, value = '', children = [] }: Node, voices: string[]): string {
  if (type === 'text') return value;
  if (name === 'v') voices.push(value);
  return children.map((child) => textOf(child, voices)).join('');
}
