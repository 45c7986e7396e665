import type { Registry } from 'prom-client';

/** The metric of this name; made when the registry has none yet, because the services of a process share one registry. */
export function getOrRegister<M>(registry: Registry, name: string, make: (name: string) => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? make(name);
}
