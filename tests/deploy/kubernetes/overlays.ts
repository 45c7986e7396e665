import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../docs/read-tables';
import { kustomize, parseObjects, type KubernetesObject } from './kustomize';

export const overlays = ['small', 'production'] as const;
export type Overlay = (typeof overlays)[number];

export const directoryOf = (overlay: Overlay): string => join(ROOT, 'deploy/kubernetes/overlays', overlay);

/** The objects of each overlay. */
export const objectsOf = Object.fromEntries(
  overlays.map((overlay) => [overlay, kustomize(directoryOf(overlay))]),
) as Record<Overlay, KubernetesObject[]>;

/** What deploy/kubernetes/make-secrets.sh prints with keys of S3. */
export const secrets = parseObjects(
  execFileSync('sh', [join(ROOT, 'deploy/kubernetes/make-secrets.sh')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
  }),
);

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
  exec?: { command: string[] };
}

interface Container {
  name: string;
  image: string;
  args?: string[];
  env: EnvVar[];
  ports: { name: string; containerPort: number }[];
  livenessProbe: Probe;
  readinessProbe: Probe;
  lifecycle?: { preStop: { exec: { command: string[] } } };
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}

interface PodSpec {
  containers: [Container];
  volumes: { name: string; emptyDir?: { sizeLimit?: string } }[];
  terminationGracePeriodSeconds: number;
  automountServiceAccountToken: boolean;
  securityContext: object;
}

export interface Workload {
  overlay: Overlay;
  kind: 'Deployment' | 'StatefulSet';
  name: string;
  labels: Record<string, string>;
  replicas: number | undefined;
  pod: PodSpec;
  container: Container;
}

/** Deployments are our services, StatefulSets the backends of an overlay. */
export function workloads(kind: Workload['kind']): Workload[] {
  return overlays.flatMap((overlay) =>
    objectsOf[overlay]
      .filter((object) => object.kind === kind)
      .map((object) => {
        const spec = object['spec'] as unknown as {
          replicas?: number;
          template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
        };
        const { spec: pod, metadata } = spec.template;
        return {
          ...{ overlay, kind, name: object.metadata.name, labels: metadata.labels, pod },
          ...{ replicas: spec.replicas, container: pod.containers[0] },
        };
      }),
  );
}

/** The objects of a kind in an overlay, with what is in their `spec`. */
export function specsOf<S>(overlay: Overlay, kind: string): { name: string; spec: S }[] {
  return objectsOf[overlay]
    .filter((object) => object.kind === kind)
    .map((object) => ({ name: object.metadata.name, spec: object['spec'] as unknown as S }));
}
