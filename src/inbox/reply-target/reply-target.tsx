import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { getSiteSettings, updateSiteSettings, type SiteSettings } from '#contract/site-settings.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { NumberInput } from '#src/forms/number-field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { useCapabilities } from '#src/inbox/capabilities.ts';
import type { InboxActions } from '#src/inbox/list/list-actions.ts';
import { focusActiveRow } from '#src/inbox/list/list-grid.tsx';
import { countOptions } from '#src/inbox/list/list-queries.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { QueryPending } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { durationText, minutesOf, nearestStop, STOPS, typedOf, type TypedDuration } from './duration.ts';
import { messages } from './messages.ts';

const PAUSE_MS = 250;
/** Minutes that are tried first where the site has no target: half a working day. */
const FIRST_TARGET = 240;

interface ReplyTargetProps {
  readonly search: InboxSearch;
  readonly actions: InboxActions;
}

/** Tries a reply target over the list, which shows what would be due when, and saves it for everyone. */
export function ReplyTarget({ search, actions }: ReplyTargetProps) {
  const can = useCapabilities();
  function close(): void {
    actions.display({ target: undefined });
    focusActiveRow();
  }
  return (
    // Escape leaves it from each of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={messages.title}
      className="flex-none border-b border-line bg-surface px-4 py-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      {can.due ? (
        <Trial search={search} actions={actions} onClose={close} />
      ) : (
        <p className="flex min-h-control items-center justify-between gap-3 text-ink-2">
          {messages.notProvided}
          <Button onClick={close}>{messages.cancel}</Button>
        </p>
      )}
    </section>
  );
}

interface TrialProps extends ReplyTargetProps {
  readonly onClose: () => void;
}

function Trial(props: TrialProps) {
  const isStored = hasExtension(useWhoami(), 'site_settings');
  const query = useQuery({ ...read(getSiteSettings), enabled: isStored });
  if (isStored && query.data === undefined)
    return <QueryPending query={query} name={messages.title} rows={1} rowClass="min-h-14" />;
  return <TrialForm {...props} settings={query.data} />;
}

function TrialForm({
  search,
  actions,
  onClose,
  settings,
}: TrialProps & { readonly settings: SiteSettings | undefined }) {
  const { reason } = useWriteAccess('site:write');
  const saved = settings?.values.reply_target_minutes;
  const tried = typeof search.target === 'number' ? search.target : (saved ?? FIRST_TARGET);
  const [typed, setTyped] = useTyped(tried, (target) => actions.display({ target }));
  const minutes = minutesOf(typed);
  const { save, remove, isBusy, failure, conflict } = useSaveTarget(settings, onClose);
  const off =
    reason ??
    (settings === undefined ? messages.notStored : undefined) ??
    (minutes === null ? messages.problem : minutes === saved ? messages.same : undefined);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (off === undefined && minutes !== null) void save(minutes);
      }}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-13 font-semibold">{messages.title}</h2>
        <Fields typed={typed} isWrong={minutes === null} onType={setTyped} />
        <Slider minutes={minutes ?? tried} onChange={(next) => setTyped(typedOf(next))} />
        <span className="flex-1" />
        <span className="flex flex-wrap gap-2">
          {saved === undefined ? null : (
            <Button variant="ghost" busy={isBusy} disabledReason={reason} onClick={() => void remove()}>
              {messages.remove}
            </Button>
          )}
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button variant="primary" type="submit" busy={isBusy} disabledReason={off}>
            {messages.save}
          </Button>
        </span>
      </div>
      <p role="status" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2 tabular-nums">
        {minutes === null ? <span className="text-danger-text">{messages.problem}</span> : null}
        <Counts search={search} saved={saved} tried={tried} />
        <span className="text-ink-3">{messages.hint}</span>
      </p>
      {conflict === null ? null : (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-2 text-12 text-warn-text">
          <span>
            {messages.conflict(
              conflict.who ?? messages.someone,
              conflict.minutes === undefined ? messages.noTarget : durationText(conflict.minutes),
            )}
          </span>
          <Button size="sm" onClick={onClose}>
            {messages.theirs}
          </Button>
          <Button size="sm" onClick={() => minutes !== null && void save(minutes, conflict.version)}>
            {messages.mine}
          </Button>
        </div>
      )}
      <WriteFailure error={failure} />
    </form>
  );
}

/** What is typed stays here and reaches the address after a pause, if it is a target; Back changes what is typed. */
function useTyped(tried: number, onTry: (minutes: number) => void) {
  const [typed, setTyped] = useState<TypedDuration>(() => typedOf(tried));
  const sent = useRef(tried);
  const send = useRef(onTry);
  useEffect(() => {
    send.current = onTry;
  });
  useEffect(() => {
    if (tried === sent.current) return;
    sent.current = tried;
    setTyped(typedOf(tried));
  }, [tried]);
  useEffect(() => {
    const minutes = minutesOf(typed);
    if (minutes === null || minutes === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = minutes;
      send.current(minutes);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}

interface FieldsProps {
  readonly typed: TypedDuration;
  readonly isWrong: boolean;
  readonly onType: (typed: TypedDuration) => void;
}

function Fields({ typed, isWrong, onType }: FieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => first.current?.select(), []);
  return (
    <span className="flex items-center gap-3">
      {(['hours', 'minutes'] as const).map((part) => (
        <span key={part} className="flex items-center gap-1.5">
          <NumberInput
            kind="whole"
            ref={part === 'hours' ? first : undefined}
            id={`${id}-${part}`}
            aria-invalid={isWrong || undefined}
            value={typed[part]}
            className="min-h-control w-14 rounded-control border bg-surface px-2 text-end aria-invalid:border-danger pointer-coarse:min-h-11"
            onChange={(event) => onType({ ...typed, [part]: event.target.value })}
          />
          <label htmlFor={`${id}-${part}`} className="text-12 text-ink-2">
            {messages[part]}
          </label>
        </span>
      ))}
    </span>
  );
}

function Slider({ minutes, onChange }: { readonly minutes: number; readonly onChange: (minutes: number) => void }) {
  const at = nearestStop(minutes);
  const move = (to: number) => onChange(STOPS[Math.max(0, Math.min(STOPS.length - 1, to))] ?? minutes);

  /** From between two stops a key goes to the next one in its direction. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const isUp = event.key === 'ArrowUp' || event.key === (rtl ? 'ArrowLeft' : 'ArrowRight');
    const isDown = event.key === 'ArrowDown' || event.key === (rtl ? 'ArrowRight' : 'ArrowLeft');
    if (!isUp && !isDown) return;
    event.preventDefault();
    const stop = STOPS[at] ?? minutes;
    move(isUp ? (stop > minutes ? at : at + 1) : stop < minutes ? at : at - 1);
  }

  return (
    <input
      type="range"
      aria-label={messages.slider}
      aria-valuetext={durationText(minutes)}
      min={0}
      max={STOPS.length - 1}
      value={at}
      className="h-control w-56 min-w-24 accent-accent max-md:w-full"
      onChange={(event) => move(Number(event.target.value))}
      onKeyDown={onKeyDown}
    />
  );
}

interface CountsProps {
  readonly search: InboxSearch;
  readonly saved: number | undefined;
  readonly tried: number;
}

/** How many tickets are overdue under the saved target and under the one that is tried; each leads to them. */
function Counts({ search, saved, tried }: CountsProps) {
  const now = useQuery({ ...countOptions({ overdue: true }), enabled: saved !== undefined });
  const then = useQuery(countOptions({ overdue: true, reply_target_minutes: tried }));
  const change = (then.data?.total_count ?? 0) - (now.data?.total_count ?? 0);
  const { layout } = search;
  const overdue = { layout, status: 'all', overdue: '1', order_by: 'due' } as const;
  const rest = then.isError ? messages.uncounted : messages.counting;
  return (
    <>
      <span>{saved === undefined ? messages.none : messages.saved(durationText(saved))}</span>
      {saved === undefined || now.data === undefined ? null : (
        <Link to="/inbox" search={{ ...overdue, target: saved }} className="text-accent-text hover:underline">
          {messages.overdueNow(formatCount(now.data.total_count))}
        </Link>
      )}
      {then.data === undefined ? (
        <span>{rest}</span>
      ) : (
        <Link to="/inbox" search={{ ...overdue, target: tried }} className="text-accent-text hover:underline">
          {messages.overdueThen(formatCount(then.data.total_count), durationText(tried))}
        </Link>
      )}
      {saved === undefined || now.data === undefined || then.data === undefined || change === 0 ? null : (
        <strong className={`font-medium ${change > 0 ? 'text-danger-text' : ''}`}>
          {change > 0 ? messages.more(formatCount(change)) : messages.fewer(formatCount(-change))}
        </strong>
      )}
    </>
  );
}

/** What someone else saved meanwhile. */
interface Conflict {
  readonly version: number;
  readonly minutes: number | undefined;
  readonly who: string | null;
}

/** Saves the target of the site, or removes it, with a way back. @param onDone It was done. */
export function useSaveTarget(settings: SiteSettings | undefined, onDone: () => void) {
  const { write, isBusy, error } = useWrite(updateSiteSettings);
  const before = settings?.values.reply_target_minutes ?? null;

  async function send(minutes: number | null, version: number | undefined, failed?: (why: string) => string) {
    if (version === undefined) return;
    const reply = await write(
      { body: { version, values: { reply_target_minutes: minutes } } },
      {
        failed,
        undo: (saved) => ({
          text: minutes === null ? messages.removed : messages.done(durationText(minutes)),
          undo: inverse(
            updateSiteSettings,
            { body: { version: saved.version, values: { reply_target_minutes: before } } },
            { failed: messages.undoFailed, done: messages.undone },
          ),
        }),
      },
    );
    if (reply !== null) onDone();
  }

  const conflict = conflictOf(error);
  return {
    isBusy,
    conflict,
    failure: conflict === null ? error : null,
    save: (minutes: number, version = settings?.version) => send(minutes, version),
    remove: () => send(null, settings?.version, messages.removeFailed),
  };
}

function conflictOf(error: Error | null): Conflict | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  const current = getSiteSettings.reply.safeParse(error.current);
  if (!current.success) return null;
  const { version, values, updated_by: who } = current.data;
  return { version, minutes: values.reply_target_minutes, who };
}
