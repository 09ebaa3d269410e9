import { useState } from 'react';
import type { PortalTokenRecord } from '#contract/portal.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay } from '#src/format/time.ts';
import { LinkState } from '#src/portal-links/link-state.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { MoreRows } from '#src/ui/rows/more-rows.tsx';
import { messages } from './messages.ts';

const { revoke: texts } = messages;
/** So many rows are drawn at once, of up to 10,000. */
const STEP = 100;

/** What revoking does: only active links stop, and expired ones cannot come back. */
export function revokeSentence(rows: readonly Pick<PortalTokenRecord, 'state'>[]): readonly string[] {
  const active = rows.filter(({ state }) => state === 'active').length;
  const expired = rows.length - active;
  return [
    ...(active === 0 ? [] : [texts.stops(active, formatCount(active))]),
    ...(expired === 0 ? [] : [texts.expired(expired, formatCount(expired))]),
  ];
}

/** Which links are revoked, all of them, and what that means for each. */
export function RevocableList({ rows }: { readonly rows: readonly PortalTokenRecord[] }) {
  const zone = useDisplayZone();
  const [shown, setShown] = useState(STEP);
  if (rows.length === 0) return <p className="text-ink-2">{texts.nothing}</p>;
  const hasActive = rows[0]?.state === 'active';
  return (
    <>
      <p role="status" className="font-medium">
        {revokeSentence(rows).join(' ')}
      </p>
      <div
        role="region"
        aria-label={texts.list}
        // A scrolling region is reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative my-2 max-h-64 overflow-y-auto rounded-control bg-sunken px-2.5 py-1.5 text-12"
      >
        <ul>
          {rows.slice(0, shown).map((row) => (
            <li key={row.id.toString()} className="flex flex-wrap items-center gap-x-2 py-0.5">
              <span dir="ltr" className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                <AddressText text={row.requester_email} />
              </span>
              <span className="text-ink-3 tabular-nums">
                {texts.opened(row.use_count)} ·{' '}
                {(row.state === 'active' ? texts.until : texts.ended)(formatDay(row.expires_utc, zone))}
              </span>
              <LinkState link={row} />
            </li>
          ))}
        </ul>
        <MoreRows
          hasMore={shown < rows.length}
          isLoading={false}
          hasFailed={false}
          load={() => setShown(shown + STEP)}
          label={texts.more(formatCount(rows.length - shown))}
        />
      </div>
      <p className="text-12 text-ink-3">{hasActive ? texts.final : texts.finalBare}</p>
    </>
  );
}
