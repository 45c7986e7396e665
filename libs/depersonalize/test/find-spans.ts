import type { EntityType } from '@medley/contracts';
import { detect } from '@medley/depersonalize';

/** What is found of one type in a text, as written there. */
export function found(type: EntityType, text: string): string[] {
  return detect(text)
    .filter((finding) => finding.type === type)
    .map(({ start, end }) => text.slice(start, end));
}

/** One story for every detector: what it finds, and what only looks alike. */
export function describeDetector(
  type: EntityType,
  cases: { finds: readonly [text: string, ...values: string[]][]; leaves: readonly string[] },
): void {
  describe(`the detector of ${type}`, () => {
    test.each(cases.finds.map(([text, ...values]) => [text, values] as const))(
      'finds it in: %s',
      (text, values) => {
        expect(found(type, text)).toEqual(values);
      },
    );

    test.each(cases.leaves.map((text) => [text]))('leaves alone: %s', (text) => {
      expect(found(type, text)).toEqual([]);
    });
  });
}
