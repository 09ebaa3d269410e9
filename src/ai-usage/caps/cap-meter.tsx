import type { AiCap } from '#contract/ai-names.ts';
import { formatPercent } from '#src/format/compact.ts';
import { Meter } from '#src/ui/meter.tsx';
import { formatExact, formatLimit, formatUse } from './cap-amount.ts';
import type { Amount } from './cap-draft.ts';
import { messages } from './messages.ts';

interface CapMeterProps {
  readonly cap: AiCap;
  readonly current: Amount;
  /** The saved limit, or the one that is tried. */
  readonly limit: Amount | null;
  readonly isTried: boolean;
}

/** One cap: what is used of it, what is left, and by how much it is passed. Without a limit there is no bar. */
export function CapMeter({ cap, current, limit, isTried }: CapMeterProps) {
  const name = messages.name[cap];
  const used = formatUse(cap, current);
  return (
    <div role="group" aria-label={name} className="mt-3">
      <p className="flex flex-wrap gap-x-2 tabular-nums">
        <span className="me-auto font-medium">{name}</span>
        <span title={formatExact(cap, current)}>
          {used} <span className="sr-only">{messages.covers[cap]}</span>
        </span>
        <span className="text-ink-3" title={limit === null ? undefined : formatExact(cap, limit)}>
          {limit === null ? messages.noCap : (isTried ? messages.tried : messages.of)(formatLimit(cap, limit))}
        </span>
      </p>
      {limit === null ? null : (
        <>
          <div className="py-1">
            <Meter
              label={name}
              value={Number(current)}
              limit={Number(limit)}
              text={messages.gauge(used, formatLimit(cap, limit))}
              isExceeded={current >= limit}
            />
          </div>
          <p className="flex gap-2 text-12 text-ink-3 tabular-nums">
            <span className={`me-auto ${current > limit ? 'text-danger-text' : ''}`}>{rest(cap, current, limit)}</span>
            <span>{formatPercent(Number(limit) === 0 ? 1 : Number(current) / Number(limit))}</span>
          </p>
        </>
      )}
    </div>
  );
}

function rest(cap: AiCap, current: Amount, limit: Amount): string {
  const apart = cap === 'budget' ? Number(limit) - Number(current) : BigInt(limit) - BigInt(current);
  const size = apart < 0 ? -apart : apart;
  return apart < 0 ? messages.over(formatUse(cap, size)) : messages.left[cap](formatUse(cap, size));
}
