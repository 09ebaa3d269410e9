import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';
import type { Unpriced } from './use-unpriced.ts';

interface UnpricedLineProps {
  /** The number of calls without a price in the days of the figures; nothing is said where there are none. */
  readonly calls: number;
  readonly unpriced: Unpriced | null;
  /** Chooses another model; left out where that is chosen elsewhere. */
  readonly onPrice?: ((model: string) => void) | undefined;
}

/** Below figures of cost: what they leave out, and about how much that is. */
export function UnpricedLine({ calls, unpriced, onPrice }: UnpricedLineProps) {
  if (calls === 0) return null;
  return (
    <p className="mt-1 text-12 text-pretty text-ink-3 tabular-nums">
      <UnpricedText calls={calls} unpriced={unpriced} onPrice={onPrice} />
    </p>
  );
}

/** The same as a part of a sentence. */
export function UnpricedText({ calls, unpriced, onPrice }: UnpricedLineProps) {
  const fact = messages.fact(calls, formatCount(calls));
  if (unpriced === null) return fact;
  const usd = formatUsd(unpriced.cost.usd);
  if (onPrice === undefined) return `${fact} ${messages.aboutAt(usd, unpriced.price.name)}`;
  return (
    <>
      {fact} {messages.about(usd)}{' '}
      <select
        aria-label={messages.model}
        value={unpriced.price.name}
        className="rounded-control border border-line-strong bg-surface px-1 text-12 text-ink"
        onChange={(event) => onPrice(event.target.value)}
      >
        {unpriced.names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>{' '}
      {messages.prices}
    </>
  );
}

interface MoreUnpricedProps {
  /** What calls without a price add to a figure; nothing is said of 0. */
  readonly usd: number;
  readonly unpriced: Unpriced | null;
}

/** Below a cost in a table. */
export function MoreUnpriced({ usd, unpriced }: MoreUnpricedProps) {
  if (usd === 0 || unpriced === null) return null;
  return (
    <span
      className="block text-12 font-normal whitespace-nowrap text-warn-text"
      title={messages.moreText(formatUsd(usd), unpriced.price.name)}
    >
      {messages.more(formatUsd(usd))}
    </span>
  );
}
