import { mongo } from 'mongoose';

/** The server's error for one write of a bulk. */
export class RefusedWrite extends Error {
  constructor(
    readonly code: number,
    reason: string | undefined,
  ) {
    super(`the database refused a write: ${reason ?? code}`);
    this.name = 'RefusedWrite';
  }
}

/** Insert documents independently of each other; returns the errors by index. @throws the error of the whole command */
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
    // Without write errors, or with a write concern error, the whole batch may be lost.
    if (errors.length === 0 || error.result.getWriteConcernError()) throw error;
    return new Map(errors.map(({ index, code, errmsg }) => [index, new RefusedWrite(code, errmsg)]));
  }
}
