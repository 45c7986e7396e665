import {
  findNearestAncestor,
  joinsUnits,
  priceOfStep,
  stepCatalogue,
  textLimits,
  type FollowingStep,
  type Task,
  type TaskStep,
  planCost,
  runOptions,
} from '@medley/contracts';
import type { Rules } from './rules';

/**
 * The steps that the worker of `step` may run after it in the same unit: a chain in which each is the only child of the one
 * before, is done by the same service, and costs nothing at a provider, so that a crash may repeat it.
 */
export function followingSteps(task: Task, step: TaskStep, rules: Rules): FollowingStep[] {
  const chain = chainAfter(task, step);
  if (chain.length === 0) return [];
  const byId = new Map(task.steps.map((one) => [one.id, one]));
  const characters_max = affordableCharacters(task, chain, rules);
  return chain.map((one) => {
    const mapping = stepCatalogue[one.name].needsMapping
      ? findNearestAncestor(byId, one, (parent) => parent.mapping !== null)?.mapping
      : null;
    return {
      step_id: one.id,
      kind: one.name,
      options: runOptions(task, one),
      characters_max,
      ...(mapping ? { mapping } : {}),
    };
  });
}

function chainAfter(task: Task, step: TaskStep): TaskStep[] {
  const chain = unitAfter(task, step);
  const begun = chain.findIndex(({ status }) => status !== 'waiting');
  return begun < 0 ? chain : chain.slice(0, begun);
}

/** The steps that can be in one unit after `step`, in their order, whatever their status. */
export function unitAfter(task: Task, step: TaskStep): TaskStep[] {
  const chain: TaskStep[] = [];
  for (let last = step; mayJoin(last, step);) {
    const [child, ...others] = task.steps.filter(({ depends_on }) => depends_on.includes(last.id));
    if (!child || others.length > 0 || child.depends_on.length !== 1 || !mayJoin(child, step)) break;
    chain.push(child);
    last = child;
  }
  return chain;
}

function mayJoin({ name }: TaskStep, first: TaskStep): boolean {
  return stepCatalogue[name].service === stepCatalogue[first.name].service && joinsUnits(name);
}

/** The longest input, in code points, with which all steps of the chain together still fit into the reservation. */
function affordableCharacters(task: Task, chain: readonly TaskStep[], { prices }: Rules): number {
  const others = { ...task, steps: task.steps.filter((step) => !chain.includes(step)) };
  const left = task.cost.reserved - planCost(others, { prices });
  const costOf = (characters: number): number =>
    chain.reduce((sum, { name }) => sum + priceOfStep(prices[name], { characters }), 0);
  let fits = 0;
  for (let tooLong = textLimits.joinedMax + 1; tooLong - fits > 1;) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (costOf(middle) <= left) fits = middle;
    else tooLong = middle;
  }
  return fits;
}
