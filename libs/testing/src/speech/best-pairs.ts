interface Search {
  size: number;
  cost(row: number, column: number): number;
  rowPrices: number[];
  columnPrices: number[];
  /** The row of each column; zero is none. Column zero holds the row to be placed. */
  rowOf: number[];
}

/** The column for each row so that the sum is the highest (Kuhn and Munkres); -1 for a row that gains nothing. */
export function bestPairs(gains: readonly (readonly number[])[]): number[] {
  const size = Math.max(gains.length, ...gains.map((row) => row.length));
  const zeros = (): number[] => new Array<number>(size + 1).fill(0);
  const search: Search = {
    size,
    cost: (row, column) => -(gains[row - 1]?.[column - 1] ?? 0),
    rowPrices: zeros(),
    columnPrices: zeros(),
    rowOf: zeros(),
  };
  for (let row = 1; row <= size; row += 1) placeRow(search, row);
  return gains.map((row, index) => {
    const column = search.rowOf.indexOf(index + 1, 1) - 1;
    return (row[column] ?? 0) > 0 ? column : -1;
  });
}

function placeRow(search: Search, row: number): void {
  const { size, rowOf } = search;
  const slacks = new Array<number>(size + 1).fill(Infinity);
  const cameFrom = new Array<number>(size + 1).fill(0);
  const isSeen = new Array<boolean>(size + 1).fill(false);
  rowOf[0] = row;
  let column = 0;
  while (rowOf[column] !== 0) {
    isSeen[column] = true;
    column = cheapest(search, { column, slacks, cameFrom, isSeen });
  }
  while (column !== 0) {
    const before = cameFrom[column] as number;
    rowOf[column] = rowOf[before] as number;
    column = before;
  }
}

interface Front {
  column: number;
  slacks: number[];
  cameFrom: number[];
  isSeen: boolean[];
}

/** The next column to go to; prices move so that it costs nothing. */
function cheapest(search: Search, { column, slacks, cameFrom, isSeen }: Front): number {
  const { size, cost, rowPrices, columnPrices, rowOf } = search;
  const row = rowOf[column] as number;
  let next = 0;
  for (let other = 1; other <= size; other += 1) {
    if (isSeen[other]) continue;
    const reduced = cost(row, other) - (rowPrices[row] as number) - (columnPrices[other] as number);
    if (reduced < (slacks[other] as number)) {
      slacks[other] = reduced;
      cameFrom[other] = column;
    }
    if (next === 0 || (slacks[other] as number) < (slacks[next] as number)) next = other;
  }
  const step = slacks[next] as number;
  for (let other = 0; other <= size; other += 1) {
    if (isSeen[other]) {
      const owner = rowOf[other] as number;
      rowPrices[owner] = (rowPrices[owner] as number) + step;
      columnPrices[other] = (columnPrices[other] as number) - step;
    } else slacks[other] = (slacks[other] as number) - step;
  }
  return next;
}
