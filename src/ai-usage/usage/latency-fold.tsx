import { lowerBoundMs, type LatencyBucket } from '#contract/ai-latency.ts';
import { formatLatency } from '#src/format/latency.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';

/** The histogram that percentiles of many calls are read from. */
export function LatencyFold({ buckets }: { readonly buckets: readonly LatencyBucket[] }) {
  return (
    <details className="mt-2 text-12 text-ink-3">
      <summary className="min-h-6 cursor-pointer leading-6">{messages.latency.summary}</summary>
      <p className="max-w-measure">{messages.latency.text}</p>
      <ul className="mt-1.5 columns-2 md:columns-3">
        {buckets.map(({ le_ms, count }) => {
          const from = formatLatency(lowerBoundMs(le_ms));
          return (
            <li key={le_ms ?? 'above'} className="tabular-nums">
              {le_ms === null ? messages.latency.above(from) : messages.latency.upTo(from, formatLatency(le_ms))}
              {': '}
              <span className="text-ink-2">{messages.latency.calls(formatCount(count), count === 1)}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
