import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CatalogueRow } from './catalogue';

export interface ModelPlaces {
  /** Path of the download. */
  download: string;
  /** Path of the result: a file, or the directory of an unpacked archive. */
  kept: string;
  /** Path for the engine: the result, or one file in it. */
  model: string;
  isArchive: boolean;
  isHere: boolean;
}

/** Paths of a catalogue row below a directory of models. */
export function modelPlaces(row: CatalogueRow, directory: string): ModelPlaces {
  const file = basename(row.path);
  const isArchive = file.endsWith('.tar.bz2');
  const kept = join(directory, isArchive ? file.slice(0, -'.tar.bz2'.length) : file);
  const isPart = isArchive && row.use.as !== 'model';
  return {
    download: join(directory, file),
    kept,
    model: isPart && 'file' in row.use ? join(kept, row.use.file) : kept,
    isArchive,
    isHere: existsSync(kept),
  };
}
