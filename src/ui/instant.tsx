import type { ReactNode } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatDay, formatInstant, formatTime } from '#src/format/time.ts';

const FORMS = { day: formatDay, time: formatTime, instant: formatInstant } as const;

interface InstantProps {
  readonly at: string;
  /** `day` unless given. */
  readonly form?: keyof typeof FORMS;
  readonly className?: string;
  /** In other words than those of the form, such as how long ago it was. */
  readonly children?: ReactNode;
}

/** An instant in the shown zone; its title has all of it. */
export function Instant({ at, form = 'day', className, children }: InstantProps) {
  const zone = useDisplayZone();
  return (
    <time dateTime={at} title={formatInstant(at, zone)} data-paper={formatInstant(at, zone, 0)} className={className}>
      {children ?? FORMS[form](at, zone)}
    </time>
  );
}
