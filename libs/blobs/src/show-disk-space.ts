import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** Register the gauges of the disk that holds the blobs, read when the metrics are scraped. */
export function showDiskSpace(registry: Registry, directory: string): void {
  for (const [name, help, blocks] of [
    ['medley_blobs_disk_free_bytes', 'Free space of the disk with the blobs', 'bavail'],
    ['medley_blobs_disk_size_bytes', 'Size of the disk with the blobs', 'blocks'],
  ] as const) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const disk = await statfs(directory).catch(() => null);
        if (disk) this.set(disk[blocks] * disk.bsize);
        else this.remove();
      },
    });
  }
}
