import { useEffect, useRef, useState, type FormEvent } from 'react';
import { formatUtcWeekdayAndDate } from '#src/format/days.ts';
import { byDate, hasWindow, tidyWindows, type OwnHours } from '#src/hours/model/plan.ts';
import { roomOn } from '#src/hours/model/week.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { messages as hours } from '#src/hours/messages.ts';
import { TimesFields } from '#src/hours/week/times-fields.tsx';
import { TextField } from '#src/forms/field.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { Button, IconButton, TextButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

const texts = messages.own;

/** Dates with their own hours, or closed, instead of the week's. */
export function OwnHoursPanel() {
  const { plan, savedPlan, edit, isWhole, lockedReason } = useEditor();
  const [isAdding, setAdding] = useState(false);
  const isLocked = lockedReason !== undefined || !isWhole;
  const put = (ownHours: readonly OwnHours[]) => edit({ ...plan, ownHours: ownHours.toSorted(byDate) });
  const isNew = (own: OwnHours): boolean => !savedPlan.ownHours.some(({ date }) => date === own.date);
  return (
    <Panel
      title={texts.title}
      note={texts.note(plan.zone)}
      actions={
        !isWhole || isAdding ? null : (
          <TextButton className="text-12" disabledReason={lockedReason} onClick={() => setAdding(true)}>
            {texts.add}
          </TextButton>
        )
      }
    >
      {isAdding ? (
        <DateForm
          onCancel={() => setAdding(false)}
          onDone={(own) => {
            put([...plan.ownHours, own]);
            announce(texts.added(formatUtcWeekdayAndDate(own.date)));
            setAdding(false);
          }}
        />
      ) : null}
      {plan.ownHours.length === 0 ? <p className="py-1.5 text-ink-3">{texts.none}</p> : null}
      <ul aria-label={texts.title}>
        {plan.ownHours.map((own) => (
          <DateRow
            key={own.date}
            own={own}
            isNew={isNew(own)}
            isLocked={isLocked}
            onChange={(windows) => {
              const tidy = tidyWindows(windows);
              if (tidy.length < windows.length) toast({ kind: 'info', text: hours.grid.merged });
              put(plan.ownHours.map((one) => (one === own ? { ...own, windows: tidy } : one)));
            }}
            onRemove={() => {
              put(plan.ownHours.filter((one) => one !== own));
              announce(texts.removed(formatUtcWeekdayAndDate(own.date)));
            }}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface DateRowProps {
  readonly own: OwnHours;
  readonly isNew: boolean;
  readonly isLocked: boolean;
  readonly onChange: (windows: OwnHours['windows']) => void;
  readonly onRemove: () => void;
}

function DateRow({ own: { date, name, windows }, isNew, isLocked, onChange, onRemove }: DateRowProps) {
  const { plan, savedPlan, lockedReason } = useEditor();
  const day = formatUtcWeekdayAndDate(date);
  const before = savedPlan.ownHours.find((one) => one.date === date)?.windows ?? [];
  const room = roomOn(
    windows.map(({ open_minute, close_minute }) => ({ day: 0, open: open_minute, close: close_minute })),
    0,
  );
  return (
    <li
      aria-label={day}
      className="grid min-h-10 grid-cols-[126px_minmax(0,1fr)_auto_auto] items-center gap-x-3 border-b border-line py-1 max-md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <span className="font-medium tabular-nums">{day}</span>
      <span className="flex min-w-0 items-center gap-2 max-md:col-start-1">
        <span dir="auto" className="truncate text-ink-2" title={name}>
          {name}
        </span>
        {isNew ? <Chip tone="accent">{texts.new}</Chip> : null}
      </span>
      <div className="flex flex-col gap-1 max-md:col-span-2 max-md:col-start-1 max-md:row-start-3">
        {windows.length === 0 ? <span className="text-ink-3">{texts.closed}</span> : null}
        {windows.map((window, index) => (
          <TimesFields
            key={index}
            ends={{ open: window.open_minute, close: window.close_minute }}
            label={day}
            zone={plan.zone}
            canPassMidnight={false}
            isNew={!hasWindow(before, window)}
            lockedReason={isLocked ? (lockedReason ?? messages.holidays.readOnly) : undefined}
            onChange={({ open, close }) =>
              onChange(windows.map((one, at) => (at === index ? { open_minute: open, close_minute: close } : one)))
            }
            onRemove={windows.length > 1 ? () => onChange(windows.filter((_, at) => at !== index)) : undefined}
          />
        ))}
      </div>
      <span className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        {isLocked ? null : (
          <Menu
            label={messages.holidays.more(day)}
            align="end"
            items={[
              {
                key: 'add',
                label: texts.addWindow,
                disabledReason: room === null ? texts.noRoom : undefined,
                onSelect: () =>
                  room === null
                    ? undefined
                    : onChange([...windows, { open_minute: room.open, close_minute: room.close }]),
              },
              { key: 'close', label: texts.close, onSelect: () => onChange([]) },
              { key: 'remove', label: texts.remove, danger: true, onSelect: onRemove },
            ]}
            trigger={(props) => <IconButton {...props} icon="more" label={messages.holidays.more(day)} />}
          />
        )}
      </span>
    </li>
  );
}

interface DateFormProps {
  readonly onDone: (own: OwnHours) => void;
  readonly onCancel: () => void;
}

function DateForm({ onDone, onCancel }: DateFormProps) {
  const { plan } = useEditor();
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const isTwice = plan.ownHours.some((own) => own.date === date);
  const problem = isTwice
    ? texts.twice(formatUtcWeekdayAndDate(date))
    : isTried && date === ''
      ? messages.holidays.missingDate
      : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (date === '' || isTwice) return;
    onDone({ date, name: name.trim(), windows: [{ open_minute: 540, close_minute: 720 }] });
  }

  return (
    <form ref={form} noValidate aria-label={texts.add} className="py-2" onSubmit={submit}>
      <div className="flex flex-wrap items-center gap-2">
        <TextField
          label={texts.date}
          isLabelHidden
          type="date"
          className="w-[150px]"
          value={date}
          min="0001-01-01"
          max="9999-12-31"
          onChange={({ target }) => setDate(target.value)}
        />
        <TextField
          label={texts.name}
          isLabelHidden
          placeholder={texts.name}
          className="min-w-40 flex-1"
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button variant="ghost" onClick={onCancel}>
          {messages.holidays.cancel}
        </Button>
        <Button type="submit" icon="plus">
          {texts.add}
        </Button>
      </div>
      <p role="alert" className="mt-1 text-12 text-danger-text empty:hidden">
        {problem}
      </p>
    </form>
  );
}
