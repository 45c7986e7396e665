import fc from 'fast-check';
import {
  inputTypes,
  resolveGraph,
  stepCatalogue,
  stepKinds,
  type InputType,
  type RequestedStep,
  type StepKind,
} from '@medley/contracts';

/** What a redact step needs is no matter of data types: services/gateway/test/redact-graph.test.ts. */
const kinds = fc.constantFrom<StepKind>(...stepKinds.filter((kind) => kind !== 'redact'));

/** Graphs as clients write them: mostly valid, sometimes with dangling or circular dependencies. */
const requests = fc
  .array(
    fc.record({
      name: kinds,
      parents: fc.option(fc.array(fc.nat(9), { maxLength: 3 }), { nil: undefined }),
      isReversible: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((rows): RequestedStep[] =>
    rows.map(({ name, parents, isReversible }, index) => ({
      id: `s${index}`,
      name,
      depends_on: parents?.map((parent) => `s${parent}`),
      options: name === 'depersonalize' && isReversible ? { mode: 'reversible' } : {},
    })),
  );
const given = fc.subarray<InputType>([...inputTypes], { minLength: 1 });

interface Product {
  gives: 'text' | 'media';
  hasMedia: boolean;
  hasMapping: boolean;
}

/** Executes the graph on data types only: a step whose dependencies are done takes its input, or is stuck. */
function canComplete(steps: readonly RequestedStep[], brought: readonly InputType[]): boolean {
  const done = new Map<string, Product>();
  const parentsOf = (index: number): string[] =>
    steps[index]?.depends_on ?? (index === 0 ? [] : [`s${index - 1}`]);
  for (let progress = true; progress && done.size < steps.length;) {
    progress = false;
    for (const [index, step] of steps.entries()) {
      const parents = parentsOf(index);
      if (done.has(`s${index}`) || new Set(parents).size < parents.length) continue;
      const above = parents.map((parent) => done.get(parent));
      if (!above.every((product) => product !== undefined)) continue;
      const product = produce(step, above, brought);
      if (!product) return false;
      done.set(`s${index}`, product);
      progress = true;
    }
  }
  return done.size === steps.length;
}

function produce(
  step: RequestedStep,
  above: readonly Product[],
  brought: readonly InputType[],
): Product | null {
  const facts = stepCatalogue[step.name as StepKind];
  const isRoot = above.length === 0;
  const hasMedia = above.some((product) => product.hasMedia);
  const hasMapping = above.some((product) => product.hasMapping);
  if (facts.input === 'url' && !(isRoot && brought.includes('url'))) return null;
  if (facts.input === 'media' && !hasMedia) return null;
  if (facts.input === 'text' && isRoot && !brought.includes('text')) return null;
  if (facts.input === 'text' && above.some((product) => product.gives === 'media')) return null;
  if (facts.needsMapping && !hasMapping) return null;
  return {
    gives: facts.output,
    hasMedia: hasMedia || facts.output === 'media',
    hasMapping: hasMapping || step.options?.['mode'] === 'reversible',
  };
}

describe('resolveGraph', () => {
  it('accepts exactly the graphs that can complete', () => {
    fc.assert(
      fc.property(requests, given, (steps, brought) => {
        expect(resolveGraph(steps, brought).issues.length === 0).toBe(canComplete(steps, brought));
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives every issue the path of a field and a sentence', () => {
    fc.assert(
      fc.property(requests, given, (steps, brought) => {
        for (const issue of resolveGraph(steps, brought).issues) {
          expect(issue.field).toMatch(/^steps(\[\d+\](\.(name|id|depends_on(\[\d+\])?))?)?$/);
          expect(issue.message.length).toBeGreaterThan(5);
        }
      }),
    );
  });

  it('accepts 20 steps and refuses none and 21', () => {
    const chain = (length: number): RequestedStep[] =>
      Array.from({ length }, (_, index) => ({ id: `s${index}`, name: 'depersonalize' }));
    expect(resolveGraph(chain(20), ['text']).issues).toEqual([]);
    expect(resolveGraph(chain(21), ['text']).issues).toEqual([
      { field: 'steps', message: 'must have at most 20 steps' },
    ]);
    expect(resolveGraph([], ['text']).issues).toEqual([
      { field: 'steps', message: 'must have at least one step' },
    ]);
  });

  it('shows the path of a cycle', () => {
    const steps = [
      { id: 'a', name: 'llm', depends_on: ['c'] },
      { id: 'b', name: 'llm', depends_on: ['a'] },
      { id: 'c', name: 'llm', depends_on: ['b'] },
    ];
    expect(resolveGraph(steps, ['text']).issues).toEqual([
      { field: 'steps[0].depends_on', message: 'cycle: a → b → c → a' },
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('does not know a step called "%s"', (name) => {
    expect(resolveGraph([{ name }], ['text']).issues).toMatchObject([{ field: 'steps[0].name' }]);
  });

  it('makes an omitted depends_on the step before', () => {
    const { steps } = resolveGraph(
      [{ name: 'fetch' }, { name: 'transcribe' }, { name: 'depersonalize' }],
      ['url'],
    );
    expect(steps.map((step) => step.depends_on)).toEqual([[], ['fetch'], ['transcribe']]);
  });
});
