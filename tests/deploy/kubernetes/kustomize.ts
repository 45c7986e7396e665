import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { mergeStrategically, type Json, type JsonObject } from './merge-strategically';

/** An object of Kubernetes. */
export interface KubernetesObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

interface Patch {
  path: string;
  target: { kind: string; name?: string };
}

interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources: string[];
  replicas?: { name: string; count: number }[];
  patches?: Patch[];
  images?: { name: string; newName: string; newTag: string }[];
}

const known = ['apiVersion', 'kind', 'namespace', 'resources', 'replicas', 'patches', 'images'];

/**
 * Build a directory as `kustomize build` does, for the features that `deploy/kubernetes` uses: resources, strategic merge
 * patches with a target, replicas, images, namespace. Where kubectl is installed a test compares the two.
 * @throws for any other field of a kustomization
 */
export function kustomize(directory: string): KubernetesObject[] {
  const kustomization = readKustomization(directory);
  const { namespace, replicas = [], patches = [], images = [] } = kustomization;
  let objects = kustomization.resources.flatMap((resource) => load(join(directory, resource)));
  for (const { path, target } of patches) {
    const [patch] = readObjects(join(directory, path));
    if (!patch) throw new Error(`${path} is empty`);
    const before = objects;
    objects = objects.map((object) => (matches(object, target) ? applyPatch(object, patch) : object));
    if (objects.every((object, index) => object === before[index])) throw new Error(`${path} has no target`);
  }
  for (const { name, count } of replicas) setReplicas(objects, name, count);
  for (const object of objects) setImages(object, images);
  if (namespace !== undefined)
    for (const { kind, metadata } of objects) if (kind !== 'Namespace') metadata.namespace = namespace;
  return objects;
}

function readKustomization(directory: string): Kustomization {
  const kustomization = parse(readFileSync(join(directory, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((field) => !known.includes(field));
  if (unknown.length > 0) throw new Error(`${directory}: this test does not know ${unknown.join(', ')}`);
  return kustomization;
}

function load(path: string): KubernetesObject[] {
  return path.endsWith('.yaml') ? readObjects(path) : kustomize(path);
}

/** All objects of a file. */
function readObjects(path: string): KubernetesObject[] {
  return parseObjects(readFileSync(path, 'utf8'));
}

/** All objects of a text; a mistake in the YAML is thrown. */
export function parseObjects(text: string): KubernetesObject[] {
  const documents = parseAllDocuments(text);
  for (const { errors } of documents) for (const error of errors) throw error;
  return documents.map((document) => document.toJS() as KubernetesObject);
}

function matches({ kind, metadata }: KubernetesObject, target: Patch['target']): boolean {
  const isNamed = target.name === undefined || new RegExp(`^(?:${target.name})$`).test(metadata.name);
  return kind === target.kind && isNamed;
}

/** The name in a patch with a target means nothing. */
function applyPatch(object: KubernetesObject, patch: KubernetesObject): KubernetesObject {
  const merged = mergeStrategically(object, patch) as KubernetesObject;
  merged.metadata.name = object.metadata.name;
  return merged;
}

function setReplicas(objects: readonly KubernetesObject[], name: string, count: number): void {
  const target = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  if (!target) throw new Error(`replicas of ${name}: there is no such Deployment`);
  (target['spec'] as JsonObject)['replicas'] = count;
}

function setImages(value: Json, images: NonNullable<Kustomization['images']>): void {
  if (Array.isArray(value)) for (const item of value) setImages(item, images);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
  const image = images.find(({ name }) => name === value['image']);
  if (image) value['image'] = `${image.newName}:${image.newTag}`;
  for (const member of Object.values(value)) setImages(member, images);
}
