import type { Pace, Run } from './play.ts';

type Sequence = Omit<Run, 'seed'>;

/** One sequence of each layout, at a quarter of the machine's speed. */
const USUAL: readonly Sequence[] = [
  { layout: 'split', pace: 'rolled', isDelayed: true },
  { layout: 'inbox', pace: 'rolled', isDelayed: false },
  { layout: 'table', pace: 'fast', isDelayed: false },
  { layout: 'covered', pace: 'rolled', isDelayed: true },
  { layout: 'page', pace: 'rolled', isDelayed: false },
  { layout: 'walk', pace: 'rolled', isDelayed: true },
  { layout: 'phone', pace: 'fast', isDelayed: false },
].map((run) => ({ ...run, throttle: 4, isFailing: false }) as Sequence);

const PACES: readonly Pace[] = ['rolled', 'fast', 'ordinary'];
const THROTTLES = [1, 4, 8] as const;

/** More of each layout: each pace and speed in turn, with delayed answers, every second time with some that fail. */
function laterRound(round: number): Omit<Sequence, 'layout'> {
  const pace = PACES[round % PACES.length] ?? 'rolled';
  const throttle = THROTTLES[Math.floor(round / PACES.length) % THROTTLES.length] ?? 1;
  return { pace, throttle, isDelayed: true, isFailing: round % 2 === 0 };
}

/** The sequences to play. @param rounds how many each layout has @param seed of the first one */
export function runsOf(rounds: number, seed: number): readonly Run[] {
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    USUAL.map((run, at) => ({
      ...run,
      ...(round === 0 ? {} : laterRound(round)),
      seed: seed + round * USUAL.length + at,
    })),
  );
}
