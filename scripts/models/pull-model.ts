import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { CatalogueRow } from './catalogue';
import { downloadFile } from './download-file';
import { extractArchive } from './extract-archive';
import { modelPlaces } from './model-places';
import { ProgressBar } from './progress-bar';
import { verifyFile } from './verify-file';

export interface Pull {
  row: CatalogueRow;
  /** Directory of the models. */
  directory: string;
  /** Base URL of the releases. */
  from: string;
  onMessage(text: string): void;
}

/** Download, verify and unpack a model; finished parts are skipped. */
export async function pullModel({ row, directory, from, onMessage }: Pull): Promise<void> {
  const places = modelPlaces(row, directory);
  if (places.isHere && places.isArchive) {
    onMessage(`${row.name} is here already: ${places.model}`);
    return;
  }
  await mkdir(directory, { recursive: true });
  if (!existsSync(places.download)) {
    const url = `${from}/${row.path}`;
    onMessage(`${row.name} from ${url}`);
    const bar = new ProgressBar(process.stderr);
    try {
      await downloadFile({ url, place: places.download, progress: (done, total) => bar.show(done, total) });
    } finally {
      bar.end();
    }
  }
  onMessage(await verifyFile(places.download, row.sha256));
  if (places.isArchive) {
    onMessage('unpacking …');
    const without = row.use.as === 'model' ? row.use.without : [];
    await extractArchive(places.download, places.kept, without);
    await rm(places.download);
  }
  onMessage(`${row.name} is at ${places.model}`);
}
