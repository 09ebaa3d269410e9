import { TIMELINE_KINDS, type TimelineKind } from '#contract/customer-timeline.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';

interface KindChipsProps {
  /** Those that are shown; none means all. */
  readonly kinds: readonly TimelineKind[];
  readonly counts: Readonly<Record<TimelineKind, number>>;
  readonly onKinds: (kinds: readonly TimelineKind[]) => void;
}

/** What of the timeline is shown, with how many there are of each kind; a kind that has nothing is left out. */
export function KindChips({ kinds, counts, onKinds }: KindChipsProps) {
  const total = TIMELINE_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const offered = TIMELINE_KINDS.filter((kind) => counts[kind] > 0 || kinds.includes(kind));
  return (
    <div role="group" aria-label={messages.label} className="flex flex-wrap gap-1.5 py-1.5 print:hidden">
      <KindChip label={messages.all} count={total} isOn={kinds.length === 0} onPress={() => onKinds([])} />
      {offered.map((kind) => {
        const isOn = kinds.includes(kind);
        return (
          <KindChip
            key={kind}
            label={messages.kinds[kind]}
            count={counts[kind]}
            isOn={isOn}
            onPress={() => onKinds(isOn ? kinds.filter((one) => one !== kind) : [...kinds, kind])}
          />
        );
      })}
    </div>
  );
}

interface KindChipProps {
  readonly label: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

function KindChip({ label, count, isOn, onPress }: KindChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={`hit relative inline-flex min-h-6 items-center gap-1.5 rounded-chip border px-2 text-12 whitespace-nowrap ${
        isOn ? 'border-accent-line bg-accent-tint text-accent-text' : 'border-line-strong text-ink-2 hover:bg-hover'
      }`}
      onClick={onPress}
    >
      {label} <span className={`tabular-nums ${isOn ? '' : 'text-ink-3'}`}>{formatCount(count)}</span>
    </button>
  );
}
