import type { EntityType } from '@medley/contracts';
import { entityTypes, registry } from '../entities/registry';

/** What a word of a marker stands for; `isOwn`: it is the type as we spell it. */
interface MarkerWord {
  type: EntityType;
  isOwn: boolean;
}

/** Every word for a type, in capitals with underscores, the longest first. */
export const markerWords: ReadonlyMap<string, MarkerWord> = new Map(
  entityTypes
    .flatMap((type): [string, MarkerWord][] => [
      [type, { type, isOwn: true }],
      ...registry[type].markerWords.map((word): [string, MarkerWord] => [word, { type, isOwn: false }]),
    ])
    .sort(([a], [b]) => b.length - a.length),
);
