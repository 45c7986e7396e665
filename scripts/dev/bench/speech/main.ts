import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@medley/ffmpeg';
import { benchLongText } from '../long-text';
import { measureMerging } from './measure-merging';
import { measureSpeakers, type SpeakersFigures } from './measure-speakers';
import { measureSpeed } from './measure-speed';
import { measureWords } from './measure-words';
import { loadDiarizationCases } from './diarization-cases';
import { findSpeechData, type SpeechData } from './speech-data';
import { say } from '../../say';
import { runMain } from '../../run-main';

/** `npm run bench:speech`: quality of transcription, diarization and long-text answers. */
async function main(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-bench-'));
  const data = findSpeechData();
  if (!data) say('../shared/data/speech is missing: only generated speech is measured');
  try {
    if (data) await printWords(data);
    await printSpeakers(data, directory);
    await printMerging();
    say('\nLong text (a model of 8,192 tokens that translates without errors)');
    for (const [name, value] of Object.entries(await benchLongText()))
      say(`  ${name.padEnd(46)} ${String(Math.round(value * 100) / 100).padStart(9)}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function printWords(data: SpeechData): Promise<void> {
  say('Words of the demo engine (PocketSphinx, English)');
  const figures = await measureWords(data);
  if ('skipped' in figures) {
    say(`  left out: ${figures.skipped}`);
    return;
  }
  say(`  ${'file'.padEnd(34)} ${'words'.padStart(6)} ${'wrong'.padStart(6)} ${'WER'.padStart(7)}`);
  const row = (name: string, words: number, errors: number): void =>
    say(
      `  ${name.padEnd(34)} ${String(words).padStart(6)} ${String(errors).padStart(6)} ${percent(errors / words)}`,
    );
  for (const { file, words, errors } of figures) row(file, words, errors);
  const sum = (key: 'words' | 'errors'): number => figures.reduce((total, one) => total + one[key], 0);
  row('all', sum('words'), sum('errors'));
}

async function printSpeakers(data: SpeechData | null, directory: string): Promise<void> {
  const { path: ffmpeg } = await findFfmpeg({ DATA_DIR: directory, ALLOW_BUNDLED_FFMPEG: true }, 'pcm_s16le');
  say(
    '\nSpeakers by the basic method (diarization error rate; one: all speech is of one speaker, best: what an',
  );
  say('answer with one speaker at a time can reach). Few and short files: an indication, no benchmark.');
  const kinds = {
    recording: 'recordings (used during development of the method)',
    mix: 'mixes of voices of other files (used for tuning; each voice has its own room)',
    unseen: 'mixes with at least one voice (it, pt) that was not used for tuning, and few seconds of it',
    synthetic: 'synthetic voices (used for tuning)',
  } as const;
  const figures: SpeakersFigures[] = [];
  for (const one of await loadDiarizationCases(data, ffmpeg))
    figures.push(await measureSpeakers(one, directory));
  for (const [kind, title] of Object.entries(kinds)) {
    const rows = figures.filter((one) => one.kind === kind);
    if (rows.length === 0) continue;
    say(`  ${title}`);
    say(`  ${''.padEnd(34)} found     DER  missed   false  confus.  0.25 s    one    best`);
    for (const one of rows) say(`  ${one.name.padEnd(34)} ${showSpeakers(one)}`);
  }
  const { seconds, cpuSeconds, found, speakers } = await measureSpeed(directory);
  const realTime = (3_600 / seconds).toFixed(0);
  say(
    `  an hour of synthetic voices: ${seconds.toFixed(1)} s, ${realTime} x real time (${cpuSeconds.toFixed(1)} s of CPU), ` +
      `${found} of ${speakers} found`,
  );
}

function showSpeakers(one: SpeakersFigures): string {
  const shares = [
    one.rate,
    one.missed,
    one.falseAlarm,
    one.confusion,
    one.withCollar,
    one.oneSpeaker,
    one.bestSingle,
  ];
  return `${one.found}/${one.speakers}   ${shares.map(percent).join(' ')}`;
}

async function printMerging(): Promise<void> {
  say('\nChunking and merging (an engine without recognition errors, chunks of 20 s)');
  for (const { name, words, cuts, wrong, wrongTimed, offset, seconds } of await measureMerging())
    say(
      `  ${name.padEnd(20)} ${words} words, ${cuts} cuts: ${wrong} lost or duplicated in the text, ${wrongTimed} in the words; ` +
        `times off by ${offset.toFixed(3)} s at most; ${seconds.toFixed(1)} s`,
    );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`.padStart(8);
}

runMain(main);
