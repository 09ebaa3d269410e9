import { ChangesPanel } from '#src/hours/changes-panel.tsx';
import type { DatesProps } from '#src/hours/search.ts';
import { AskPanel } from './ask-panel.tsx';
import { DayStrip } from './day-strip.tsx';
import { HolidaysPanel } from './holidays-panel.tsx';
import { OwnHoursPanel } from './own-hours-panel.tsx';

/** How the days ahead will run, what is special about some of them, and when support is open at a moment. */
export function DatesTab({ search, go }: DatesProps) {
  return (
    <>
      <DayStrip search={search} go={go} />
      <div className="mt-5 grid gap-x-11 gap-y-8 min-[1100px]:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] [&>*]:min-w-0">
        <div className="flex flex-col gap-6">
          <HolidaysPanel />
          <OwnHoursPanel />
        </div>
        <div className="flex flex-col gap-6">
          <AskPanel search={search} go={go} />
          <ChangesPanel />
        </div>
      </div>
    </>
  );
}
