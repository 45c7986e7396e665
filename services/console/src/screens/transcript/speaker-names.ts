import { useState } from 'react';
import { readStored, writeStored } from '../../device/stored';

export type SpeakerNames = Readonly<Record<string, string>>;

const STORED = 'medley.speakers';
/** Tasks whose names are kept, the newest changes first. */
const TASKS_MAX = 50;
const SPEAKERS_MAX = 30;
export const NAME_MAX = 60;

export interface NamedSpeakers {
  /** What a person called them, by the letter of the transcript. */
  names: SpeakerNames;
  /** An empty name takes it away. */
  rename(speaker: string, name: string): void;
}

/** The names of the speakers of a task, kept on this device. */
export function useSpeakerNames(taskId: string): NamedSpeakers {
  const [names, setNames] = useState<SpeakerNames>(() => readNames(taskId));
  return {
    names,
    rename: (speaker, name) => {
      const given = name.trim().slice(0, NAME_MAX);
      const others = Object.entries(names).filter(([key]) => key !== speaker);
      const all = given === '' ? others : [[speaker, given] as const, ...others];
      const changed = Object.fromEntries(all.slice(0, SPEAKERS_MAX));
      const rest = readAll().filter(([id]) => id !== taskId);
      writeStored(STORED, JSON.stringify([[taskId, changed], ...rest].slice(0, TASKS_MAX)));
      setNames(changed);
    },
  };
}

function readNames(taskId: string): SpeakerNames {
  return readAll().find(([id]) => id === taskId)?.[1] ?? {};
}

/** What is not of the form that is written here is left out: other programs may write there, too. */
function readAll(): [taskId: string, names: Record<string, string>][] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.slice(0, TASKS_MAX).flatMap((row: unknown) => {
      const [id, names] = Array.isArray(row) ? (row as unknown[]) : [];
      return typeof id === 'string' && typeof names === 'object' && names !== null
        ? [[id, onlyTexts(names)] as [string, Record<string, string>]]
        : [];
    });
  } catch {
    return [];
  }
}

function onlyTexts(names: object): Record<string, string> {
  const texts = Object.entries(names).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(
    texts.slice(0, SPEAKERS_MAX).map(([key, name]) => [key, name.slice(0, NAME_MAX)]),
  );
}

/** What a speaker is called: by a person, else by the letter of the transcript. */
export function nameOf(speaker: string, names: SpeakerNames): string {
  return (Object.hasOwn(names, speaker) ? names[speaker] : undefined) ?? speaker;
}
