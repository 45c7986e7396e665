import { join } from 'node:path';
import type { Express } from 'express';
import { SAMPLES_PATH } from '@medley/outbound';

/** A conversation of two people in English, 24 s. */
export const SAMPLE_NAME = 'library-call-en.mp3';

const directory = join(__dirname, '../../../samples');
const names = [SAMPLE_NAME, 'library-call-ru.mp3'];

/** Serve the recordings for first tests: sources that a new installation can reach. */
export function mountSamples(app: Express): void {
  for (const name of names) {
    app.get(`${SAMPLES_PATH}${name}`, (_request, response) => {
      response.set('X-Content-Type-Options', 'nosniff').sendFile(join(directory, name), { maxAge: '1h' });
    });
  }
}
