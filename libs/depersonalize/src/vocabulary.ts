import { Vocabulary } from './document/vocabulary';
import { entityTypes, registry } from './entities/registry';

/** What words announce, and what kinds mean for one another; read with the package. */
export const vocabulary = new Vocabulary(new Map(entityTypes.map((type) => [type, registry[type]])));
