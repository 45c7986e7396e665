import type { TaskStep } from '@medley/client/browser';

interface GraphNode {
  step: TaskStep;
  /** Top left corner, pixels. */
  x: number;
  y: number;
}

interface GraphEdge {
  from: string;
  to: string;
  /** Path of an SVG. */
  path: string;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  width: number;
  height: number;
}

/** A place in a layer: of a step, or of an edge that passes by. */
interface Slot {
  key: string;
  step: TaskStep | null;
  /** Keys of the slots in the layer before that lead here. */
  before: string[];
}

interface Point {
  x: number;
  y: number;
}

export const NODE_WIDTH = 128;
export const NODE_HEIGHT = 46;
const GAP_X = 30;
const GAP_Y = 14;
const MARGIN = 4;
const ROW = NODE_HEIGHT + GAP_Y;
const COLUMN = NODE_WIDTH + GAP_X;

/**
 * Layers from left to right: each step stands right of all it depends on, beside them in height. An edge over several
 * layers has a place of its own in those between, so that it passes under no step.
 */
export function layoutGraph(steps: readonly TaskStep[]): Graph {
  const layers = fillLayers(steps);
  const height = Math.max(1, ...layers.map((layer) => layer.length)) * ROW - GAP_Y + 2 * MARGIN;
  const places = new Map<string, Point>();
  layers.forEach((layer, column) => {
    const top = (height - layer.length * ROW + GAP_Y) / 2;
    layer.forEach(({ key }, row) => places.set(key, { x: MARGIN + column * COLUMN, y: top + row * ROW }));
  });
  const nodes = layers.flat().flatMap(({ key, step }) => {
    const place = places.get(key);
    return step && place ? [{ step, ...place }] : [];
  });
  const edges = steps.flatMap(({ id, depends_on }) =>
    depends_on.map((from) => ({ from, to: id, path: edgePath(pointsOf({ from, to: id }, layers, places)) })),
  );
  return { nodes, edges, width: layers.length * COLUMN - GAP_X + 2 * MARGIN, height };
}

function fillLayers(steps: readonly TaskStep[]): Slot[][] {
  const depths = depthsOf(steps);
  const layers: Slot[][] = [];
  const add = (depth: number, slot: Slot): void => void (layers[depth] ??= []).push(slot);
  for (const step of steps) {
    const depth = depths.get(step.id) ?? 0;
    const before = step.depends_on.map((from) => {
      let last = from;
      for (let passed = (depths.get(from) ?? 0) + 1; passed < depth; passed += 1) {
        const key = passing({ from, to: step.id }, passed);
        add(passed, { key, step: null, before: [last] });
        last = key;
      }
      return last;
    });
    add(depth, { key: step.id, step, before });
  }
  return sortLayers(layers);
}

/** Each slot stands near the middle of those that lead to it. */
function sortLayers(layers: readonly Slot[][]): Slot[][] {
  const rows = new Map<string, number>();
  return layers.map((layer) => {
    const middleOf = ({ before }: Slot): number =>
      before.reduce((sum, key) => sum + (rows.get(key) ?? 0), 0) / Math.max(1, before.length);
    const sorted = layer.toSorted((one, other) => middleOf(one) - middleOf(other));
    sorted.forEach(({ key }, row) => rows.set(key, row - (sorted.length - 1) / 2));
    return sorted;
  });
}

function depthsOf(steps: readonly TaskStep[]): Map<string, number> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const depths = new Map<string, number>();
  const depthOf = (step: TaskStep): number => {
    const known = depths.get(step.id);
    if (known !== undefined) return known;
    // The service accepts no cycles; this ends the walk in one all the same.
    depths.set(step.id, 0);
    const above = step.depends_on.flatMap((id) => byId.get(id) ?? []);
    const depth = Math.max(-1, ...above.map(depthOf)) + 1;
    depths.set(step.id, depth);
    return depth;
  };
  steps.forEach(depthOf);
  return depths;
}

function passing({ from, to }: { from: string; to: string }, depth: number): string {
  return `${from}\n${to}\n${depth}`;
}

/** From the right side of a step, through its places in the layers between, to the left side of the other. */
function pointsOf(
  edge: { from: string; to: string },
  layers: readonly Slot[][],
  places: ReadonlyMap<string, Point>,
): Point[] {
  const middle = NODE_HEIGHT / 2;
  const between = layers.flatMap((_, depth) => places.get(passing(edge, depth)) ?? []);
  const [start, end] = [places.get(edge.from), places.get(edge.to)];
  if (!start || !end) return [];
  return [
    { x: start.x + NODE_WIDTH, y: start.y + middle },
    ...between.flatMap(({ x, y }) => [
      { x, y: y + middle },
      { x: x + NODE_WIDTH, y: y + middle },
    ]),
    { x: end.x, y: end.y + middle },
  ];
}

function edgePath([start, ...others]: readonly Point[]): string {
  if (!start) return '';
  let { x, y } = start;
  const curves = others.map((point) => {
    const bend = (point.x - x) / 2;
    const curve = `C${x + bend} ${y} ${point.x - bend} ${point.y} ${point.x} ${point.y}`;
    ({ x, y } = point);
    return curve;
  });
  return `M${start.x} ${start.y}${curves.join('')}`;
}
