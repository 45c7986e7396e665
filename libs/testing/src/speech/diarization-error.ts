import { bestPairs } from './best-pairs';

export interface Turn {
  start: number;
  end: number;
  speaker: string;
}

export interface DiarizationError {
  /** Missed, false alarm and confusion together, as a share of the reference speech. */
  rate: number;
  missed: number;
  falseAlarm: number;
  confusion: number;
  /** Seconds of reference speech that were scored; overlapping speakers count each. */
  scored: number;
}

interface Slice {
  seconds: number;
  reference: ReadonlySet<string>;
  guess: ReadonlySet<string>;
}

/** Diarization error rate as NIST defines it; nothing within `collar` seconds of a border of the reference is scored. */
export function diarizationError(
  reference: readonly Turn[],
  guess: readonly Turn[],
  { collar }: { collar: number },
): DiarizationError {
  const slices = slicesOf(reference, guess, collar);
  const partner = pairSpeakers(slices);
  const sums = { missed: 0, falseAlarm: 0, confusion: 0, scored: 0 };
  for (const { seconds, reference: said, guess: guessed } of slices) {
    const right = [...guessed].filter((one) => said.has(partner.get(one) ?? '')).length;
    sums.scored += seconds * said.size;
    sums.missed += seconds * Math.max(0, said.size - guessed.size);
    sums.falseAlarm += seconds * Math.max(0, guessed.size - said.size);
    sums.confusion += seconds * (Math.min(said.size, guessed.size) - right);
  }
  const share = (value: number): number => (sums.scored === 0 ? Number(value > 0) : value / sums.scored);
  const [missed, falseAlarm, confusion] = [share(sums.missed), share(sums.falseAlarm), share(sums.confusion)];
  return { rate: missed + falseAlarm + confusion, missed, falseAlarm, confusion, scored: sums.scored };
}

/** The least that an answer with one speaker at a time can reach: it misses all overlap and nothing else. */
export function errorOfPerfectSingle(reference: readonly Turn[], { collar }: { collar: number }): number {
  const slices = slicesOf(reference, [], collar);
  const total = slices.reduce((sum, { seconds, reference: said }) => sum + seconds * said.size, 0);
  const missed = slices.reduce(
    (sum, { seconds, reference: said }) => sum + seconds * Math.max(0, said.size - 1),
    0,
  );
  return total === 0 ? 0 : missed / total;
}

function slicesOf(reference: readonly Turn[], guess: readonly Turn[], collar: number): Slice[] {
  const borders = reference.flatMap(({ start, end }) => [start, end]);
  const cuts = [
    ...borders.flatMap((border) => [border - collar, border, border + collar]),
    ...guess.flatMap(({ start, end }) => [start, end]),
  ].sort((a, b) => a - b);
  return cuts.slice(1).flatMap((end, index) => {
    const start = cuts[index] ?? end;
    const middle = (start + end) / 2;
    const isScored = end > start && !borders.some((border) => Math.abs(border - middle) < collar);
    if (!isScored) return [];
    return [
      { seconds: end - start, reference: speakersAt(reference, middle), guess: speakersAt(guess, middle) },
    ];
  });
}

function speakersAt(turns: readonly Turn[], time: number): ReadonlySet<string> {
  return new Set(turns.filter(({ start, end }) => start <= time && time < end).map(({ speaker }) => speaker));
}

/** Which speaker of the reference each guessed one stands for, so that most time is right. */
function pairSpeakers(slices: readonly Slice[]): ReadonlyMap<string, string> {
  const known = [...new Set(slices.flatMap(({ reference }) => [...reference]))];
  const guessed = [...new Set(slices.flatMap(({ guess }) => [...guess]))];
  const together = guessed.map((one) =>
    known.map((other) =>
      slices.reduce(
        (sum, { seconds, reference, guess }) => sum + (guess.has(one) && reference.has(other) ? seconds : 0),
        0,
      ),
    ),
  );
  return new Map(
    bestPairs(together).flatMap((column, row) => {
      const [one, other] = [guessed[row], known[column]];
      return one === undefined || other === undefined ? [] : [[one, other] as const];
    }),
  );
}
