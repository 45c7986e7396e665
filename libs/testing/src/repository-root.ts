import { join } from 'node:path';

/** The directory of the checkout, from the sources and from `dist` alike. */
export const repositoryRoot = join(__dirname, '../../..');
