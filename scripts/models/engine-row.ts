import { resolve } from 'node:path';
import { catalogue, type CatalogueRow } from './catalogue';
import { modelPlaces } from './model-places';

/** The element of `ASR_ENGINES_FILE` that uses all models in a directory; null when none of them recognises speech. */
export function engineRow(directory: string): object | null {
  const here = catalogue.filter((row) => modelPlaces(row, directory).isHere);
  const placeOf = (row: CatalogueRow): string => resolve(modelPlaces(row, directory).model);
  const models = here.flatMap((row) =>
    row.use.as === 'model'
      ? [{ name: row.name, type: row.use.type, dir: placeOf(row), ...(row.use.languages && { languages: row.use.languages }) }]
      : [],
  ); // prettier-ignore
  if (models.length === 0) return null;
  const find = (as: CatalogueRow['use']['as']): string | null => {
    const row = here.find(({ use }) => use.as === as);
    return row ? placeOf(row) : null;
  };
  const [vad, segmentation, embedding] = [find('vad'), find('segmentation'), find('embedding')];
  return {
    kind: 'sherpa',
    name: 'local',
    models,
    ...(vad && { vad: { model: vad } }),
    ...(segmentation && embedding && { diarization: { segmentation, embedding } }),
  };
}
