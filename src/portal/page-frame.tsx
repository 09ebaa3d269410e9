import type { ReactNode } from 'react';
import { addDays } from '#src/format/days.ts';
import { formatDay, formatTime } from '#src/format/time.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

/** The mark of the product: two lines and a tail, as a short letter. */
function PortalMark() {
  return (
    <span className="grid size-6 flex-none place-items-center rounded-control bg-ink text-surface">
      <svg
        aria-hidden="true"
        width="14"
        height="14"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      >
        <path d="M1.5 3.5h9M1.5 6.5h5.5M3 10.500 5 9" />
      </svg>
    </span>
  );
}

interface FrameProps {
  /** The site's name; not known where a link does not work. */
  readonly name?: string | undefined;
  readonly until?: { readonly text: string; readonly isSoon: boolean } | undefined;
  readonly foot?: string | undefined;
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

const LINE = 'mx-auto flex w-full max-w-[992px] items-center gap-2.5';

/** Head and foot around whatever the page shows. */
export function PageFrame({ name, until, foot, banner, children }: FrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      {banner}
      <header className="border-b border-line px-4 md:px-6">
        <div className={`${LINE} min-h-14 flex-wrap justify-between gap-y-1 py-2`}>
          <span className="flex min-w-0 items-center gap-2.5">
            <PortalMark />
            {name === undefined || name === '' ? (
              <span className="font-semibold">{messages.title}</span>
            ) : (
              <>
                <span dir="auto" className="min-w-0 truncate font-semibold">
                  {name}
                </span>
                <span className="hidden flex-none text-ink-3 md:inline">{messages.title}</span>
              </>
            )}
          </span>
          {until === undefined ? null : (
            <span
              className={`flex flex-none items-center gap-1.5 text-[12px] leading-[18px] ${until.isSoon ? 'text-warn-text' : 'text-ink-2'}`}
            >
              <Icon name="clock" size={14} />
              <span>
                {until.isSoon ? messages.worksUntilSoon : messages.worksUntil}{' '}
                <b className={`font-medium tabular-nums ${until.isSoon ? '' : 'text-ink'}`}>{until.text}</b>
              </span>
            </span>
          )}
        </div>
      </header>
      {children}
      {foot === undefined ? null : (
        <footer className="mt-auto border-t border-line px-4 pt-4 pb-6 text-[12px] leading-[18px] text-ink-3 md:px-6">
          <div className={LINE}>{foot}</div>
        </footer>
      )}
    </div>
  );
}

const DAY_MS = 86_400_000;
const SOON_MS = 3 * DAY_MS;

/** The end of a link as people say it; within three days with the hour, and marked. */
export function untilOf(expiresUtc: string, zone: string, nowMs: number): { text: string; isSoon: boolean } {
  const day = formatDay(expiresUtc, zone, nowMs);
  if (Date.parse(expiresUtc) - nowMs > SOON_MS) return { text: day, isSoon: false };
  const time = formatTime(expiresUtc, zone);
  const today = dayAndTimeOf(new Date(nowMs).toISOString(), zone)?.day ?? '';
  const last = dayAndTimeOf(expiresUtc, zone)?.day;
  if (last === today) return { text: messages.today(time), isSoon: true };
  // The calendar's next day: 24 hours on can be the same day or the one after next where clocks change.
  return { text: last === addDays(today, 1) ? messages.tomorrow(time) : `${day}, ${time}`, isSoon: true };
}

/** The visitor's own zone. */
export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
