import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CatalogueRow } from './catalogue';

export interface ModelPlaces {
  /** What is downloaded. */
  download: string;
  /** What stays: a file, or a directory that was an archive. */
  kept: string;
  /** What an engine is told: that, or one file in it. */
  model: string;
  isArchive: boolean;
  isHere: boolean;
}

/** Where a row of the catalogue is kept below a directory of models. */
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
