import type { BindCounts } from '#contract/bind-jobs.ts';
import { formatCount } from '#src/format/number.ts';
import { ShareBar } from '#src/ui/meter.tsx';
import { messages } from './messages.ts';
import { OUTCOMES, type Outcome } from './search.ts';

/** The paint of each outcome, in the bar and beside its count. */
const FILL: Readonly<Record<Outcome, string>> = {
  bound: 'var(--accent)',
  refreshed: 'var(--chart-5)',
  no_identity: 'var(--warn)',
  bad_channel: 'var(--danger)',
  failed: 'var(--chart-6)',
};

export type Counts = Readonly<Omit<BindCounts, 'minted_identity'>>;

/** What becomes of the rows: one bar, and five counts that add up to all rows. */
export function OutcomeBar({ counts }: { readonly counts: Counts }) {
  const words = OUTCOMES.map((outcome) => messages.counted(messages.outcome[outcome], formatCount(counts[outcome])));
  return (
    <>
      <ShareBar
        label={words.join(', ')}
        segments={OUTCOMES.map((outcome, at) => ({
          key: outcome,
          text: words[at] ?? '',
          value: counts[outcome],
          fill: FILL[outcome],
        }))}
      />
      <dl className="mt-2 grid grid-cols-5 gap-4 border-b border-line pb-3.5 max-md:grid-cols-2">
        {OUTCOMES.map((outcome) => (
          <div key={outcome} data-outcome={outcome}>
            <dt className="flex items-center gap-2 text-12 font-medium">
              <svg aria-hidden="true" className="size-2 flex-none rounded-[2px]">
                <rect width="100%" height="100%" fill={FILL[outcome]} />
              </svg>
              {messages.outcome[outcome]}
            </dt>
            <dd className="text-20 font-semibold tabular-nums">{formatCount(counts[outcome])}</dd>
            <dd className="text-12 text-ink-3">{messages.outcome.hint[outcome]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const EMPTY: BindCounts = {
  total_rows: 0,
  bound: 0,
  refreshed: 0,
  minted_identity: 0,
  bad_channel: 0,
  no_identity: 0,
  failed: 0,
};

/** The counts of several parts as one. */
export function sumCounts(parts: readonly Readonly<BindCounts>[]): BindCounts {
  const sum = { ...EMPTY };
  for (const part of parts) {
    sum.total_rows += part.total_rows;
    sum.minted_identity += part.minted_identity;
    for (const outcome of OUTCOMES) sum[outcome] += part[outcome];
  }
  return sum;
}

/** How many rows bind. */
export function appliedOf({ bound, refreshed }: Pick<BindCounts, 'bound' | 'refreshed'>): number {
  return bound + refreshed;
}
