import { memo, type ReactNode } from 'react';
import { lookOf } from './entity-looks';
import type { Part } from './mentions';
import { blocksOf } from './text-blocks';

/** One side: the text, with its mentions marked. `data-group` joins the mentions of one thing on both sides. */
export const MarkedText = memo(function MarkedText({
  parts,
  side,
  nameOfType,
}: {
  parts: readonly Part[];
  side: 'before' | 'after';
  nameOfType: (type: string) => string;
}): ReactNode {
  const textOf = (part: Part): string =>
    typeof part === 'string' ? part : ((side === 'before' ? part.original : part.replacement) ?? '');
  return blocksOf(parts, (part) => textOf(part).length).map((block, number) => (
    // The order of blocks never changes.
    <div key={number} className="marked-block">
      {block.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          <mark
            key={index}
            className={`mark ${lookOf(part.type)}`}
            data-group={part.group}
            data-mention={part.index}
            title={nameOfType(part.type)}
          >
            {textOf(part)}
          </mark>
        ),
      )}
    </div>
  ));
});
