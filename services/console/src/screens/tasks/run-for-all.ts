const PARALLEL = 4;

/** Runs the work for every item, a few at a time, and goes on after a failure. Returns the failures. */
export async function runForAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const left = [...items];
  const runNext = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, runNext));
  return errors;
}
