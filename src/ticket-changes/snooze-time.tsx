import { useId, useState, type FormEvent } from 'react';
import { useDisplayZone } from '#src/api/display-zone.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { readLocalTime } from './snooze-times.ts';

/** A date and time of one's own, in the zone that times are shown in. */
export function SnoozeTime({ onChoose }: { readonly onChoose: (untilUtc: string) => void }) {
  const zone = useDisplayZone();
  const [value, setValue] = useState('');
  const [isPast, setIsPast] = useState(false);
  const hintId = useId();
  const { picker } = messages;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const untilUtc = readLocalTime(value, zone);
    const isLater = untilUtc !== null && Date.parse(untilUtc) > Date.now();
    setIsPast(!isLater);
    if (isLater) onChoose(untilUtc);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 p-2">
      <label className="flex flex-col gap-1 text-12 text-ink-3">
        {picker.custom}
        <input
          type="datetime-local"
          data-autofocus=""
          required
          value={value}
          aria-invalid={isPast || undefined}
          aria-describedby={hintId}
          onChange={(event) => {
            setValue(event.target.value);
            setIsPast(false);
          }}
          className="min-h-control rounded-control border border-line-control bg-surface px-2 text-13 text-ink pointer-coarse:max-md:text-[16px]"
        />
      </label>
      <p
        id={hintId}
        role={isPast ? 'alert' : undefined}
        className={`text-12 ${isPast ? 'text-danger-text' : 'text-ink-3'}`}
      >
        {isPast ? picker.past : picker.customIn(zone)}
      </p>
      <Button type="submit" variant="primary" size="sm" className="self-end">
        {picker.snooze}
      </Button>
    </form>
  );
}
