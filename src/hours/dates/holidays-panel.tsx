import { Suspense, useId, useRef, useState, type FormEvent } from 'react';
import { siteName, useWhoami } from '#src/api/whoami.ts';
import { exportFileName, saveFile } from '#src/browser/save-file.ts';
import { ruleOn } from '#src/format/business-hours.ts';
import { daysBetween, formatUtcDate, formatUtcWeekdayAndDate } from '#src/format/days.ts';
import { writeIcs } from '#src/hours/ics/write-ics.ts';
import { byDate, calendarOf, nextDateOf, type Holiday, type Plan } from '#src/hours/model/plan.ts';
import { useEditor, useToday } from '#src/hours/use-editor.ts';
import { TextField } from '#src/forms/field.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { Button, IconButton, TextButton } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages as hours } from '#src/hours/messages.ts';
import { messages } from './messages.ts';

const ImportDialog = lazyComponent(() => import('./import-dialog.tsx'), 'ImportDialog');

const texts = messages.holidays;

/** The holiday on a date, of that date or of every year. */
function holidayOn(plan: Plan, date: string): Holiday | undefined {
  const rule = ruleOn({ ...calendarOf(plan), overrides: [] }, date);
  return (
    plan.holidays.find((holiday) => holiday.date === date) ??
    (rule.kind === 'holiday'
      ? plan.holidays.find(({ recurring, date: of }) => recurring && of.slice(5) === date.slice(5))
      : undefined)
  );
}

/** The list of holidays, with import and export. */
export function HolidaysPanel() {
  const { plan, edit, isWhole, lockedReason } = useEditor();
  const [isImporting, setImporting] = useState(false);
  const [changed, setChanged] = useState<Holiday | null>(null);
  const today = useToday();
  const whoami = useWhoami();
  const isLocked = lockedReason !== undefined || !isWhole;
  const put = (holidays: readonly Holiday[]) => edit({ ...plan, holidays: holidays.toSorted(byDate) });

  const nextOf = (holiday: Holiday): string => nextDateOf(holiday, today) ?? '';
  const ahead = plan.holidays
    .filter((holiday) => nextOf(holiday) !== '')
    .toSorted((a, b) => (nextOf(a) < nextOf(b) ? -1 : 1));
  const past = plan.holidays.filter((holiday) => nextOf(holiday) === '');
  const row = (holiday: Holiday) => (
    <HolidayRow
      key={holiday.date}
      holiday={holiday}
      today={today}
      isLocked={isLocked}
      onChange={(after) => put(plan.holidays.map((one) => (one === holiday ? after : one)))}
      onEdit={() => setChanged(holiday)}
      onRemove={() => {
        put(plan.holidays.filter((one) => one !== holiday));
        announce(texts.removed(holiday.name));
      }}
    />
  );

  function download(): void {
    const site = siteName(whoami);
    const text = writeIcs(plan, { calendar: messages.calendar(site), open: messages.openName }, Date.now());
    const name = exportFileName(site, messages.file, Date.now(), plan.zone).replace(/csv$/, 'ics');
    saveFile(text, name, 'text/calendar;charset=utf-8');
  }

  const inList = { group: 'list' } as const;
  useOfferedCommands([
    { ...inList, id: 'hours-export', label: texts.export, icon: 'download', run: download },
    ...(isLocked
      ? []
      : [{ ...inList, id: 'hours-import', label: texts.import, icon: 'plus' as const, run: () => setImporting(true) }]),
  ]);

  return (
    <Panel
      title={texts.title}
      note={texts.note}
      actions={
        <span className="flex gap-3 text-12">
          {isWhole ? (
            <TextButton disabledReason={lockedReason} onClick={() => setImporting(true)}>
              {texts.import}
            </TextButton>
          ) : null}
          <TextButton onClick={download}>{texts.export}</TextButton>
        </span>
      }
    >
      {plan.holidays.length === 0 ? (
        <p className="py-1.5 text-ink-3">{isLocked ? texts.noneRead : texts.none}</p>
      ) : (
        <ul aria-label={texts.title}>{ahead.map(row)}</ul>
      )}
      {past.length === 0 ? null : (
        <details className="border-b border-line">
          <summary className="cursor-pointer py-2 text-12 text-ink-3">{texts.pastOnes(past.length)}</summary>
          <ul aria-label={texts.pastOnes(past.length)}>{past.map(row)}</ul>
        </details>
      )}
      {isLocked ? (
        isWhole ? null : (
          <p className="mt-2 text-12 text-ink-3">{texts.readOnly}</p>
        )
      ) : (
        <HolidayForm
          key={changed?.date ?? ''}
          changed={changed}
          onCancel={() => setChanged(null)}
          onDone={(holiday) => {
            const others = plan.holidays.filter(({ date }) => date !== changed?.date);
            put([...others, holiday]);
            if (changed === null) announce(texts.added(holiday.name));
            setChanged(null);
          }}
        />
      )}
      <Suspense fallback={null}>
        {isImporting ? <ImportDialog today={today} onClose={() => setImporting(false)} /> : null}
      </Suspense>
    </Panel>
  );
}

interface HolidayRowProps {
  readonly holiday: Holiday;
  readonly today: string;
  readonly isLocked: boolean;
  readonly onChange: (after: Holiday) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function HolidayRow({ holiday, today, isLocked, onChange, onEdit, onRemove }: HolidayRowProps) {
  const { date, name, recurring, active } = holiday;
  const next = nextDateOf(holiday, today);
  const days = next === null ? null : daysBetween(today, next);
  return (
    <li
      className={`grid min-h-[33px] grid-cols-[minmax(0,1.4fr)_minmax(0,1.1fr)_72px_84px_auto] items-center gap-x-3 border-b border-line py-0.5 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-0 ${active ? '' : 'text-ink-3'}`}
    >
      <span dir="auto" className="truncate font-medium" title={name}>
        {name}
      </span>
      <span className="text-ink-2 tabular-nums max-md:col-start-1">{formatUtcWeekdayAndDate(next ?? date)}</span>
      <span className="text-12 text-ink-3 max-md:hidden">{recurring ? texts.everyYear : texts.thisDate}</span>
      <span className="text-end text-12 text-ink-3 tabular-nums max-md:hidden">
        {days === null ? texts.past : hours.in(days)}
      </span>
      <span className="flex items-center justify-end gap-1 max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        {isLocked ? (
          active ? null : (
            texts.off
          )
        ) : (
          <>
            <Switch
              isOn={active}
              isLabelHidden
              label={texts.active(name)}
              checked={active}
              onChange={() => onChange({ ...holiday, active: !active })}
            />
            <Menu
              label={texts.more(name)}
              align="end"
              items={[
                {
                  key: 'repeat',
                  label: recurring ? texts.toDate : texts.toYear,
                  onSelect: () => onChange({ ...holiday, recurring: !recurring }),
                },
                { key: 'change', label: texts.change, onSelect: onEdit },
                { key: 'remove', label: texts.remove, danger: true, onSelect: onRemove },
              ]}
              trigger={(props) => <IconButton {...props} icon="more" label={texts.more(name)} />}
            />
          </>
        )}
      </span>
    </li>
  );
}

interface HolidayFormProps {
  /** The holiday to change; null to add one. */
  readonly changed: Holiday | null;
  readonly onDone: (holiday: Holiday) => void;
  readonly onCancel: () => void;
}

function HolidayForm({ changed, onDone, onCancel }: HolidayFormProps) {
  const { plan } = useEditor();
  const id = useId();
  const [date, setDate] = useState(changed?.date ?? '');
  const [name, setName] = useState(changed?.name ?? '');
  const [recurring, setRecurring] = useState(changed?.recurring ?? false);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const others = { ...plan, holidays: plan.holidays.filter((one) => one.date !== changed?.date) };
  const twin = date === '' ? undefined : holidayOn(others, date);
  // A taken date is reported at once, missing fields only on submit.
  const problem =
    twin !== undefined
      ? texts.twice(formatUtcDate(date), twin.name)
      : !isTried
        ? null
        : date === ''
          ? texts.missingDate
          : name.trim() === ''
            ? texts.missingName
            : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (date === '' || name.trim() === '' || twin !== undefined) return;
    onDone({ date, name: name.trim(), recurring, active: changed?.active ?? true });
    setDate('');
    setName('');
    setRecurring(false);
    setTried(false);
    form.current?.querySelector('input')?.focus();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={changed === null ? texts.add : texts.change}
      className="mt-2"
      onSubmit={submit}
    >
      <div className="flex flex-wrap items-center gap-2">
        <TextField
          label={texts.date}
          isLabelHidden
          type="date"
          className="w-[150px]"
          value={date}
          min="0001-01-01"
          max="9999-12-31"
          aria-describedby={problem === null ? undefined : id}
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
        <label className="flex min-h-control items-center gap-1.5 text-12 pointer-coarse:min-h-11">
          <input type="checkbox" checked={recurring} onChange={({ target }) => setRecurring(target.checked)} />
          {texts.repeat}
        </label>
        {changed === null ? null : (
          <Button variant="ghost" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
        <Button type="submit" icon={changed === null ? 'plus' : 'check'}>
          {changed === null ? texts.add : texts.keep}
        </Button>
      </div>
      <p id={id} role="alert" className="mt-1 text-12 text-danger-text empty:hidden">
        {problem}
      </p>
    </form>
  );
}
