import { useState } from 'react';
import { messages } from '#src/hours/messages.ts';
import { dayName } from '#src/hours/model/describe.ts';
import { WEEK_DAYS, WORKDAYS } from '#src/hours/model/week.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';

const texts = messages.grid;

interface CopyButtonProps {
  readonly day: number;
  readonly onCopy: (day: number, to: readonly number[]) => void;
}

/** Copies the hours of a day to the weekdays, to all days, or to chosen ones. */
export function CopyButton({ day, onCopy }: CopyButtonProps) {
  const label = texts.copy(dayName(day));
  return (
    <Popover label={label} align="end" trigger={(props) => <IconButton {...props} icon="copy" label={label} />}>
      {(close) => (
        <CopyForm
          day={day}
          onCopy={(to) => {
            close();
            onCopy(day, to);
          }}
        />
      )}
    </Popover>
  );
}

function CopyForm({ day, onCopy }: { readonly day: number; readonly onCopy: (to: readonly number[]) => void }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  return (
    <div className="flex w-56 flex-col gap-2 p-2">
      <p className="text-12 text-ink-3">{texts.copyTitle(dayName(day))}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onCopy(WORKDAYS)}>
          {texts.copyWeekdays}
        </Button>
        <Button size="sm" onClick={() => onCopy(WEEK_DAYS)}>
          {texts.copyAll}
        </Button>
      </div>
      <div className="flex flex-col">
        {WEEK_DAYS.filter((other) => other !== day).map((other) => (
          <label key={other} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(other)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, other] : chosen.filter((one) => one !== other))
              }
            />
            {dayName(other)}
          </label>
        ))}
      </div>
      <Button
        variant="primary"
        disabledReason={chosen.length === 0 ? texts.copyNone : undefined}
        onClick={() => onCopy(chosen)}
      >
        {texts.copyChosen}
      </Button>
    </div>
  );
}
