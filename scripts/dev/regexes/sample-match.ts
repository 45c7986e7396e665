import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { toUnicodeSet, type ReadonlyFlags } from 'regexp-ast-analysis';

/** A random integer from 0 to below the limit. */
export type Draw = (limit: number) => number;

const RANGES = 40;

/** Strings that nearly match a pattern; back-references are ignored. */
export function sampleMatches(regex: RegExp, count: number, draw: Draw): string[] {
  const pattern = new RegExpParser().parsePattern(regex.source, 0, undefined, { unicode: regex.unicode });
  const flags = { ignoreCase: regex.ignoreCase, unicode: regex.unicode, dotAll: regex.dotAll };
  const sampler = new Sampler(flags, draw);
  return Array.from({ length: count }, () => sampler.sample(pattern));
}

class Sampler {
  constructor(
    private readonly flags: ReadonlyFlags,
    private readonly draw: Draw,
  ) {}

  sample(node: AST.Pattern | AST.Group | AST.CapturingGroup | AST.Element): string {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        return this.#anyOf(node.alternatives);
      case 'Quantifier':
        return Array.from({ length: this.#times(node) }, () => this.sample(node.element)).join('');
      case 'Character':
        return String.fromCodePoint(node.value);
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return this.#character(node);
      case 'Assertion':
        // The text of a lookbehind is generated; that of a lookahead comes from the rest of the pattern.
        return node.kind === 'lookbehind' && !node.negate ? this.#anyOf(node.alternatives) : '';
      case 'Backreference':
        return '';
    }
  }

  #anyOf(alternatives: readonly AST.Alternative[]): string {
    return (this.#pick(alternatives)?.elements ?? []).map((one) => this.sample(one)).join('');
  }

  #times({ min, max }: AST.Quantifier): number {
    return min + this.draw(Math.min(max, min + 3) - min + 1);
  }

  #character(node: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): string {
    const { ranges } = toUnicodeSet(node, this.flags).chars;
    const range = this.#pick(ranges.slice(0, RANGES));
    if (!range) return '';
    return String.fromCodePoint(range.min + this.draw(range.max - range.min + 1));
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[this.draw(items.length)];
  }
}
