import type { PortalTokenRecord } from '#contract/portal.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay } from '#src/format/time.ts';
import { messages } from './revoke-messages.ts';

interface FoundLinksProps {
  readonly matched: number;
  /** Some of them. */
  readonly rows: readonly PortalTokenRecord[];
}

/** How many links go, which, and what that means. */
export function FoundLinks({ matched, rows }: FoundLinksProps) {
  const zone = useDisplayZone();
  if (matched === 0) return <p className="text-ink-2">{messages.nothing}</p>;
  return (
    <div role="status">
      <p className="font-medium">{messages.will(matched, formatCount(matched))}</p>
      {rows.length === 0 ? null : (
        <ul className="my-2 rounded-control bg-sunken px-2.5 py-1.5 text-12">
          {rows.map((row) => (
            <li key={row.id.toString()} className="flex flex-wrap gap-x-2">
              <span dir="ltr" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {row.requester_email}
              </span>
              <span className="text-ink-3 tabular-nums">
                {messages.opened(row.use_count)} · {formatDay(row.expires_utc, zone)}
              </span>
            </li>
          ))}
          {matched > rows.length ? (
            <li className="text-ink-3">{messages.more(formatCount(matched - rows.length))}</li>
          ) : null}
        </ul>
      )}
      <p className="text-12 text-ink-3">
        {messages.final} {messages.alsoExpired}
      </p>
    </div>
  );
}
