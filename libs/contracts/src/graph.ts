import { findNearestAncestor } from './find-nearest-ancestor';
import { limits } from './limits';
import { nearestName } from './nearest-name';
import { findRedactSources } from './redact-sources';
import { isStepKind, stepCatalogue, stepKinds, type InputType, type StepKind } from './step-kinds';

export const STEPS_MAX = limits.stepsMax;

/** A step as a client writes it: `id` defaults to the name, `depends_on` to the step before. */
export interface RequestedStep {
  id?: string | undefined;
  name: string;
  depends_on?: string[] | undefined;
  options?: Record<string, unknown> | undefined;
}

export interface ResolvedStep {
  id: string;
  name: StepKind;
  depends_on: string[];
  options: Record<string, unknown>;
}

/** A validation error of a request: the path of the field and a message. */
export interface ValidationIssue {
  field: string;
  message: string;
}

/** The steps by id, in the order of the request. */
type Graph = ReadonlyMap<string, ResolvedStep & { index: number }>;

/**
 * Validate a step graph and apply its defaults. Pure. `given` lists the inputs of the task; null when they are not known yet
 * (a pipeline template). When there are issues, `steps` must not be run.
 */
export function resolveGraph(
  requested: readonly RequestedStep[],
  given: readonly InputType[] | null,
): { steps: ResolvedStep[]; issues: ValidationIssue[] } {
  if (requested.length === 0)
    return { steps: [], issues: [{ field: 'steps', message: 'must have at least one step' }] };
  if (requested.length > STEPS_MAX) {
    return { steps: [], issues: [{ field: 'steps', message: `must have at most ${STEPS_MAX} steps` }] };
  }
  const steps = requested.map((step, index) => withDefaults(step, requested[index - 1]));
  const graph: Graph = new Map(steps.map((step, index) => [step.id, { ...step, index }]));
  const issues = [
    ...findNameIssues(requested),
    ...findIdIssues(requested),
    // Implied dependencies are valid; they seem invalid only when an id is.
    ...steps.flatMap((step, index) =>
      requested[index]?.depends_on ? findEdgeIssues(graph, step, index) : [],
    ),
  ];
  if (issues.length > 0) return { steps: [], issues };

  const cycle = findCycle(graph);
  if (cycle) {
    const index = graph.get(cycle[0] ?? '')?.index ?? 0;
    return {
      steps,
      issues: [{ field: `steps[${index}].depends_on`, message: `cycle: ${cycle.join(' → ')}` }],
    };
  }
  return { steps, issues: [...graph.values()].flatMap((step) => findTypeIssues(graph, step, given)) };
}

function withDefaults(step: RequestedStep, before: RequestedStep | undefined): ResolvedStep {
  const implied = before ? [before.id ?? before.name] : [];
  return {
    id: step.id ?? step.name,
    name: step.name as StepKind,
    depends_on: [...(step.depends_on ?? implied)],
    options: step.options ?? {},
  };
}

/** Truncate a client's name for a message; it may be as long as the request body. */
function shorten(name: string): string {
  return name.slice(0, 100);
}

function findNameIssues(requested: readonly RequestedStep[]): ValidationIssue[] {
  return requested.flatMap((step, index) =>
    isStepKind(step.name) ? [] : [{ field: `steps[${index}].name`, message: unknownStep(step.name) }],
  );
}

function unknownStep(name: string): string {
  const nearest = nearestName(name, stepKinds);
  const hint = nearest === null ? '' : ` (did you mean ${nearest}?)`;
  return `unknown step "${shorten(name)}"${hint}; the steps are ${stepKinds.join(', ')}`;
}

function findIdIssues(requested: readonly RequestedStep[]): ValidationIssue[] {
  const seen = new Map<string, number>();
  const issues: ValidationIssue[] = [];
  requested.forEach((step, index) => {
    const id = step.id ?? step.name;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, index);
    else
      issues.push({
        field: `steps[${index}].id`,
        message: `"${shorten(id)}" is already the id of steps[${first}]`,
      });
  });
  return issues;
}

function findEdgeIssues(graph: Graph, step: ResolvedStep, index: number): ValidationIssue[] {
  const seen = new Set<string>();
  return step.depends_on.flatMap((parent, at) => {
    const field = `steps[${index}].depends_on[${at}]`;
    const isRepeated = seen.has(parent);
    seen.add(parent);
    if (parent === step.id) return [{ field, message: 'a step cannot depend on itself' }];
    if (!graph.has(parent)) return [{ field, message: `no step has the id "${shorten(parent)}"` }];
    return isRepeated ? [{ field, message: `"${shorten(parent)}" is named twice` }] : [];
  });
}

/** The first cycle found, as the ids along it with the first one repeated at the end; null when there is none. */
function findCycle(graph: Graph): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (id: string): string[] | null => {
    if (done.has(id)) return null;
    const start = path.indexOf(id);
    if (start >= 0) return [...path.slice(start), id];
    path.push(id);
    for (const parent of graph.get(id)?.depends_on ?? []) {
      const cycle = visit(parent);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(id);
    return null;
  };
  for (const id of graph.keys()) {
    const cycle = visit(id);
    // Dependencies were followed from child to parent; the message shows the direction of the data.
    if (cycle) return cycle.reverse();
  }
  return null;
}

function findTypeIssues(
  graph: Graph,
  step: ResolvedStep & { index: number },
  given: readonly InputType[] | null,
): ValidationIssue[] {
  const facts = stepCatalogue[step.name];
  const field = `steps[${step.index}]`;
  const issues: ValidationIssue[] = [];
  if (facts.input === 'url' && step.depends_on.length > 0) {
    issues.push({
      field: `${field}.depends_on[0]`,
      message: `${step.name} takes the task’s url and can only be a first step`,
    });
  }
  if (
    facts.input === 'media' &&
    !findNearestAncestor(graph, step, (above) => stepCatalogue[above.name].output === 'media')
  ) {
    issues.push({ field, message: `${step.name} needs media: no fetch or transcode is above it` });
  }
  if (facts.input === 'text') issues.push(...findTextIssues(graph, step, field));
  const isRoot = step.depends_on.length === 0;
  if (isRoot && given && facts.input !== 'media' && !given.includes(facts.input)) {
    const missing = facts.input === 'url' ? 'url' : 'input';
    issues.push({
      field,
      message: `${step.name} is a first step and takes the task’s ${missing}, which is not given`,
    });
  }
  if (facts.needsMapping && !findNearestAncestor(graph, step, isReversible)) {
    issues.push({
      field,
      message: `${step.name} needs a depersonalize step with mode "reversible" above it`,
    });
  }
  return issues.length === 0 ? findRedactIssues(graph, step, field) : issues;
}

function findRedactIssues(
  graph: Graph,
  step: ResolvedStep & { index: number },
  field: string,
): ValidationIssue[] {
  if (step.name !== 'redact') return [];
  const sources = findRedactSources(graph, step);
  return typeof sources === 'string' ? [{ field, message: sources }] : [];
}

function findTextIssues(graph: Graph, step: ResolvedStep, field: string): ValidationIssue[] {
  return step.depends_on.flatMap((parent, at) => {
    const above = graph.get(parent);
    if (!above || stepCatalogue[above.name].output === 'text') return [];
    return [
      { field: `${field}.depends_on[${at}]`, message: `${step.name} takes text, ${above.name} gives media` },
    ];
  });
}

function isReversible(step: { name: StepKind; options: Record<string, unknown> }): boolean {
  return step.name === 'depersonalize' && step.options['mode'] === 'reversible';
}
