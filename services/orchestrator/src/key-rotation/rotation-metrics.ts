import type { Stores } from '@medley/store';
import { Gauge, type Registry } from 'prom-client';

/** Register gauges of a rotation of the master key, from the progress that the database has of it. */
export function showRotation(registry: Registry, { masterKey }: Pick<Stores, 'masterKey'>): void {
  const gauges = [
    {
      name: 'medley_orchestrator_key_rotation_active',
      help: '1 while the master key is being rotated, else 0',
      read: () => (masterKey.known.next === null ? 0 : 1),
    },
    {
      name: 'medley_orchestrator_key_rotation_examined',
      help: 'Documents that the current or last round of a rotation of the master key has looked at',
      read: () => masterKey.known.rotation?.examined ?? 0,
    },
    {
      name: 'medley_orchestrator_key_rotation_resealed',
      help: 'Documents that the current or last rotation of the master key has sealed again',
      read: () => masterKey.known.rotation?.resealed ?? 0,
    },
    {
      name: 'medley_orchestrator_key_rotation_unreadable',
      help: 'Documents with a value that no key opens, in the current or last round of a rotation',
      read: () => masterKey.known.rotation?.unreadable ?? 0,
    },
  ];
  for (const { name, help, read } of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
}
