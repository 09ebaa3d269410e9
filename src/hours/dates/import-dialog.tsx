import { useId, useRef, useState } from 'react';
import { formatUtcWeekdayAndDate } from '#src/format/days.ts';
import { readIcs, type IcsContent } from '#src/hours/ics/read-ics.ts';
import { byDate, type Plan } from '#src/hours/model/plan.ts';
import { hoursText, windowsText } from '#src/hours/model/time-text.ts';
import { totalMinutes } from '#src/hours/model/week.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { TextArea } from '#src/forms/field.tsx';
import { Button, TextButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

const texts = messages.import;
const MAX_BYTES = 2_000_000;

interface ImportDialogProps {
  readonly today: string;
  readonly onClose: () => void;
}

/** A date or the week that was found. */
interface Found {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** The plan has it already. */
  readonly isKnown: boolean;
  readonly isTicked: boolean;
}

/** Reads a calendar file or pasted text, lists the dates in it, and adds the chosen ones as one edit. */
export function ImportDialog({ today, onClose }: ImportDialogProps) {
  const { plan, edit } = useEditor();
  const [pasted, setPasted] = useState('');
  const [chosenFile, setChosenFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [fileProblem, setFileProblem] = useState<'too-large' | 'unreadable' | null>(null);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const file = useRef<HTMLInputElement>(null);
  const fileId = useId();
  const content = chosenFile === null && pasted === '' ? null : readIcs(chosenFile?.text ?? pasted);
  const found = content === null ? [] : foundIn(content, plan, today);
  const isChosen = ({ id, isKnown, isTicked }: Found): boolean => !isKnown && isTicked !== turned.has(id);
  const chosen = found.filter(isChosen);
  const next = content === null ? plan : withChosen(plan, content, new Set(chosen.map(({ id }) => id)));

  async function take(taken: File | undefined): Promise<void> {
    if (taken === undefined) return;
    setTurned(new Set());
    setPasted('');
    setChosenFile(null);
    setFileProblem(null);
    if (taken.size > MAX_BYTES) return setFileProblem('too-large');
    try {
      setChosenFile({ name: taken.name, text: await taken.text() });
    } catch {
      setFileProblem('unreadable');
    }
  }
  const turn = (ids: readonly string[]) => setTurned(new Set(ids));
  const all = (on: boolean) => turn(found.filter(({ isTicked }) => isTicked !== on).map(({ id }) => id));

  function add(): void {
    edit(next);
    announce(texts.edit(chosen.length));
    onClose();
  }

  const problem = fileProblem ?? content?.problem ?? null;
  const problemText = problem === null ? undefined : texts.problem[problem];
  const isOfFile = fileProblem !== null || chosenFile !== null;
  return (
    <Dialog
      title={texts.title}
      className="md:w-[600px]"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" disabledReason={chosen.length === 0 ? texts.addNone : undefined} onClick={add}>
            {texts.add(chosen.length)}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{texts.text}</p>
      <div className="mt-3">
        <input
          ref={file}
          id={fileId}
          type="file"
          accept=".ics,.ical,.ifb,text/calendar"
          aria-label={texts.file}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button data-autofocus onClick={() => file.current?.click()}>
          {texts.file}
        </Button>
        {chosenFile === null ? null : (
          <span dir="auto" className="ms-3 text-ink-2 [overflow-wrap:anywhere]">
            {texts.chosen(chosenFile.name)}
          </span>
        )}
        <p role="alert" className="mt-1 text-12 text-danger-text empty:hidden">
          {isOfFile ? problemText : null}
        </p>
      </div>
      <TextArea
        label={texts.paste}
        className="mt-3"
        spellCheck={false}
        error={isOfFile ? undefined : problemText}
        value={pasted}
        onChange={({ target }) => {
          setFileProblem(null);
          setChosenFile(null);
          setTurned(new Set());
          setPasted(target.value);
        }}
      />
      {content === null || content.problem === 'no-calendar' || content.problem === 'empty' ? null : (
        <div className="mt-4">
          <div className="flex items-center gap-3">
            <h3 className="flex-1 font-semibold">{texts.list}</h3>
            <TextButton className="text-12" onClick={() => all(true)}>
              {texts.all}
            </TextButton>
            <TextButton className="text-12" onClick={() => all(false)}>
              {texts.none}
            </TextButton>
          </div>
          {found.length === 0 ? <p className="py-1.5 text-ink-3">{texts.nothing}</p> : null}
          <ul aria-label={texts.list}>
            {found.map((one) => (
              <li key={one.id} className="border-b border-line">
                <label className="flex min-h-8 items-center gap-2.5 py-1 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    checked={isChosen(one)}
                    disabled={one.isKnown}
                    onChange={() =>
                      turn(turned.has(one.id) ? [...turned].filter((id) => id !== one.id) : [...turned, one.id])
                    }
                  />
                  <span dir="auto" className={`min-w-0 flex-1 truncate ${one.isKnown ? 'text-ink-3' : ''}`}>
                    {one.label}
                  </span>
                  <span className="flex-none text-12 text-ink-3 tabular-nums">{one.note}</span>
                </label>
              </li>
            ))}
          </ul>
          {content.refused.length === 0 ? null : (
            <details className="mt-2 text-12">
              <summary className="cursor-pointer text-warn-text">{texts.refused(content.refused.length)}</summary>
              <ul className="mt-1 text-ink-2">
                {content.refused.map(({ line, name, why }, index) => (
                  <li key={index} className="[overflow-wrap:anywhere]">
                    {texts.line(line, name || texts.unnamed, texts.why[why])}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </Dialog>
  );
}

const WEEK = 'week';

function foundIn({ holidays, ownHours, week }: IcsContent, plan: Plan, today: string): readonly Found[] {
  const noteOf = (date: string, isKnown: boolean, isPast: boolean, more: readonly (string | false)[]): string =>
    [formatUtcWeekdayAndDate(date), ...more, isKnown && texts.known, isPast && texts.past].filter(Boolean).join(', ');
  const lines = [
    ...holidays.map((holiday): Found => {
      const { date, name, recurring, active } = holiday;
      const isKnown = plan.holidays.some(
        (one) =>
          one.date === date || (one.recurring && one.date.slice(5) === date.slice(5) && (!recurring || one.recurring)),
      );
      const isPast = !recurring && date < today;
      const more = [recurring && messages.holidays.everyYear, !active && texts.off];
      const note = noteOf(date, isKnown, isPast, more);
      return { id: `holiday ${date}`, label: name || texts.unnamed, note, isKnown, isTicked: !isPast };
    }),
    ...ownHours.map((own): Found => {
      const isKnown = plan.ownHours.some(({ date }) => date === own.date);
      const isPast = own.date < today;
      const hours = windowsText(own.windows) || messages.own.closed;
      const note = noteOf(own.date, isKnown, isPast, [hours]);
      return { id: `own ${own.date}`, label: own.name || messages.strip.own, note, isKnown, isTicked: !isPast };
    }),
  ];
  if (week.length === 0) return lines;
  const note = texts.weekText(hoursText(totalMinutes(week)));
  return [{ id: WEEK, label: texts.week, note, isKnown: false, isTicked: false }, ...lines];
}

function withChosen(plan: Plan, content: IcsContent, chosen: ReadonlySet<string>): Plan {
  const holidays = content.holidays
    .filter(({ date }) => chosen.has(`holiday ${date}`))
    .map((holiday) => ({ ...holiday, name: holiday.name || texts.unnamed }));
  const own = content.ownHours.filter(({ date }) => chosen.has(`own ${date}`));
  return {
    ...plan,
    holidays: [...plan.holidays, ...holidays].toSorted(byDate),
    ownHours: [...plan.ownHours, ...own].toSorted(byDate),
    week: chosen.has(WEEK) ? content.week : plan.week,
  };
}
