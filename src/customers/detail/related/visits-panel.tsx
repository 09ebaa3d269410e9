import { useQuery } from '@tanstack/react-query';
import { listVisitors } from '#contract/visitors.ts';
import { read } from '#src/api/read.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { messages } from './messages.ts';
import { NewestRows, SHOWN } from './newest-rows.tsx';

const { visits: texts } = messages;

/** Browsers that the website knows this customer by, with what they did. */
export function VisitsPanel({ customerId }: { readonly customerId: bigint }) {
  const zone = useDisplayZone();
  const query = useQuery({
    ...read(listVisitors, { customer_identity_id: customerId, limit: SHOWN }),
    select: (reply) => ('items' in reply ? reply : { items: [reply], total_count: 1 }),
    staleTime: 60_000,
  });
  return (
    <NewestRows texts={texts} resource={listVisitors.resource} query={query} keyOf={(visitor) => visitor.id.toString()}>
      {(visitor) => (
        <>
          <span className="flex min-w-0 items-center gap-0.5">
            <span dir="ltr" className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">
              {visitor.visitor_key}
            </span>
            <span className="print:hidden">
              <CopyButton text={visitor.visitor_key} label={texts.copy(visitor.visitor_key)} />
            </span>
          </span>
          <span className="tabular-nums">{texts.events(visitor.event_count)}</span>
          {visitor.segments.map((segment) => (
            <Chip key={segment}>{segment}</Chip>
          ))}
          <span className="ms-auto text-12 whitespace-nowrap text-ink-3 tabular-nums">
            {texts.lastSeen(formatInstant(visitor.last_seen_utc, zone))}
          </span>
        </>
      )}
    </NewestRows>
  );
}
