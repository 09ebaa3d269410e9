import { readFileSync } from 'node:fs';
import type { Action } from './actions.ts';
import { LAYOUTS, type Layout } from './model.ts';
import type { Pace, Run } from './play.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Of the table. */
const PACES: readonly Pace[] = ['rolled', 'fast', 'ordinary'];

/** In `npm test`: each layout once, at a quarter of the speed, with fifty keys. */
const USUAL: readonly Partial<Run>[] = [
  { layout: 'split', pace: 'rolled', isDelayed: true },
  { layout: 'inbox', pace: 'rolled' },
  { layout: 'table', pace: 'fast' },
  { layout: 'covered', pace: 'rolled', isDelayed: true },
  { layout: 'page', pace: 'rolled' },
  { layout: 'walk', pace: 'rolled', isDelayed: true },
  { layout: 'phone', pace: 'fast' },
];

interface Runs {
  readonly runs: readonly Run[];
  /** Each outcome becomes a line of it. */
  readonly reportFile: string | undefined;
  /** A wrong ticket fails the test; else it is counted. */
  readonly isJudged: boolean;
}

const THROTTLES = [1, 4, 8] as const;

/** The usual layouts at each pace and speed in turn, with delayed answers, each second time some that fail. */
function laterRound(round: number): Partial<Run> {
  const pace = PACES[round % PACES.length] ?? 'rolled';
  const throttle = THROTTLES[Math.floor(round / PACES.length) % THROTTLES.length] ?? 1;
  return { pace, throttle, isDelayed: true, isFailing: round % 2 === 0 };
}

/**
 * Which sequences are played. `tools/test/keys.ts` sets the variables; without a report KEYS_SEED chooses others for
 * `npm test`, and KEYS_RUNS is how many a layout has: `tools/test/busy.ts` sets it.
 */
export function runsOf(variables: Variables): Runs {
  const number = (name: string, otherwise: number): number => Number(variables[name] ?? otherwise);
  const seed = number('KEYS_SEED', 1);
  const usual = {
    ...{ layout: 'split', pace: 'rolled', throttle: 4, seed, tickets: 12, maxKeys: 50 },
    ...{ hasQuota: false, isDelayed: false, isFailing: false, undoSend: 5, without: new Set<string>() },
  } satisfies Run;
  const reportFile = variables['KEYS_REPORT'];
  if (reportFile === undefined) {
    const rounds = Array.from({ length: number('KEYS_RUNS', 1) }, (_, round) => round);
    const runs = rounds.flatMap((round) =>
      USUAL.map((run, at) => ({
        ...usual,
        ...run,
        ...(round === 0 ? {} : laterRound(round)),
        seed: seed + round * USUAL.length + at,
      })),
    );
    return { runs, reportFile, isJudged: true };
  }
  const file = variables['KEYS_ACTIONS'];
  const common = {
    ...{
      tickets: number('KEYS_TICKETS', 50),
      maxKeys: number('KEYS_MAX', 100_000),
      undoSend: number('KEYS_UNDO_SEND', 5),
    },
    hasQuota: variables['KEYS_QUOTA'] === '1',
    ...{ isDelayed: variables['KEYS_DELAY'] === '1', isFailing: variables['KEYS_FAIL'] === '1' },
    without: new Set(listOf(variables['KEYS_WITHOUT'])),
  };
  const layouts = chosen<Layout>(variables['KEYS_LAYOUT'], LAYOUTS);
  const paces = variables['KEYS_PACE'] === 'slow' ? (['slow'] as const) : chosen(variables['KEYS_PACE'], PACES);
  const throttles = chosen(variables['KEYS_THROTTLE'], THROTTLES.map(String)).map(Number);
  const runs = layouts.flatMap((layout) =>
    paces.flatMap((pace) =>
      throttles.flatMap((throttle) =>
        file === undefined
          ? Array.from({ length: number('KEYS_RUNS', 1) }, (_, n) => ({
              ...common,
              layout,
              pace,
              throttle,
              seed: seed + n,
            }))
          : readSequences(file).map((actions, n) => ({ ...common, layout, pace, throttle, seed: seed + n, actions })),
      ),
    ),
  );
  return { runs, reportFile, isJudged: false };
}

function listOf(text = ''): readonly string[] {
  return text.split(',').filter((word) => word !== '');
}

function chosen<Name extends string>(text: string | undefined, all: readonly Name[]): readonly Name[] {
  const words = new Set(listOf(text));
  const some = all.filter((name) => words.has(name));
  if (some.length < words.size) throw new Error(`One of ${text} is none of ${all.join(', ')}`);
  return some.length === 0 ? all : some;
}

/** Checked by playing them: what is no action fails there. */
function readSequences(file: string): readonly (readonly Action[])[] {
  const sequences: readonly (readonly Action[])[] = JSON.parse(readFileSync(file, 'utf8'));
  return sequences;
}
