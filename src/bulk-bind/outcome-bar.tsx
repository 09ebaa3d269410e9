import type { BindCounts } from '#contract/bind-jobs.ts';
import { formatCount } from '#src/format/number.ts';
import { ShareBar } from '#src/ui/meter.tsx';
import { messages } from './messages.ts';
import { OUTCOMES, type Outcome } from './search.ts';

const FILL: Readonly<Record<Outcome, string>> = {
  bound: 'var(--accent)',
  refreshed: 'var(--chart-5)',
  no_identity: 'var(--warn)',
  bad_channel: 'var(--danger)',
  failed: 'var(--chart-6)',
};

export type Counts = Readonly<Omit<BindCounts, 'minted_identity'>>;

/** One bar, and five counts that add up to all rows. */
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

/** Rows that bind. */
export function appliedOf({ bound, refreshed }: Pick<BindCounts, 'bound' | 'refreshed'>): number {
  return bound + refreshed;
}
