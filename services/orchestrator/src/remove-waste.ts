import type { Task } from '@medley/contracts';
import { wasteOf } from './domain/waste';
import type { Ports } from './ports';

/** Remove the blobs of an ended task that nobody can ask for. @throws AppError STORAGE_UNAVAILABLE */
export async function removeWaste({ blobs }: Pick<Ports, 'blobs'>, task: Task): Promise<void> {
  await Promise.all(wasteOf(task).map((prefix) => blobs.deletePrefix(prefix)));
}
