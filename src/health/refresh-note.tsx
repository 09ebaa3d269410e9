import { useEffect, useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatAge, formatClock, formatTime } from '#src/format/time.ts';
import type { Asked } from '#src/panels/panel.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

/** From here on figures are called old. */
export const OLD_MS = 120_000;
const texts = messages.header;

interface AsOfProps {
  /** When the figures were counted. */
  readonly asOf: string;
  /** When they came, in ms since 1970. */
  readonly loadedAt: number;
  readonly nowMs: number;
  readonly isPaused: boolean;
}

/** Which moment the figures are of, and whether they are kept up to date. */
export function AsOf({ asOf, loadedAt, nowMs, isPaused }: AsOfProps) {
  const zone = useDisplayZone();
  const age = nowMs - loadedAt;
  const time = <time dateTime={asOf}>{texts.asOf(formatClock(asOf, zone))}</time>;
  if (age >= OLD_MS)
    return (
      <span className="inline-flex items-center gap-1.5 text-warn-text">
        <Icon name="clock" size={14} /> {time}, {texts.old(formatAge(age))}
      </span>
    );
  return (
    <>
      {time}, {isPaused ? texts.paused : texts.every}
    </>
  );
}

interface NotRefreshedProps {
  readonly query: Asked<unknown>;
  readonly nextAt: number | null;
}

/** That the figures could not be refreshed, of when they are, and when the next try is. */
export function NotRefreshed({ query, nextAt }: NotRefreshedProps) {
  const zone = useDisplayZone();
  const hasFailed = query.data !== undefined && query.isError;
  const nowMs = useSeconds(hasFailed);
  if (!hasFailed) return null;
  const seconds = nextAt === null ? null : Math.max(0, Math.ceil((nextAt - nowMs) / 1000));
  return (
    <StaleStrip
      shownAt={formatTime(new Date(query.dataUpdatedAt).toISOString(), zone)}
      note={seconds === null ? undefined : messages.stale.next(seconds)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

/** The time in ms since 1970, each second while it is needed. */
export function useSeconds(isOn: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isOn) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
