import { mongo } from 'mongoose';

/** The server's word about one of many writes. */
export class RefusedWrite extends Error {
  constructor(
    readonly code: number,
    reason: string | undefined,
  ) {
    super(`the database refused a write: ${reason ?? code}`);
    this.name = 'RefusedWrite';
  }
}

/** Insert what can be inserted; the errors by index. @throws what failed the whole command */
export async function insertUnordered<D extends mongo.Document>(
  collection: mongo.Collection<D>,
  documents: readonly D[],
): Promise<Map<number, RefusedWrite>> {
  if (documents.length === 0) return new Map();
  try {
    await collection.insertMany(documents as mongo.OptionalUnlessRequiredId<D>[], { ordered: false });
    return new Map();
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    // No write error of its own: the whole group may be unstored (write concern).
    if (errors.length === 0 || error.result.getWriteConcernError()) throw error;
    return new Map(errors.map(({ index, code, errmsg }) => [index, new RefusedWrite(code, errmsg)]));
  }
}
