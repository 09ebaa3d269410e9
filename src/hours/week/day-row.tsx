import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { messages } from '#src/hours/messages.ts';
import { dayName } from '#src/hours/model/describe.ts';
import { minuteText, spanText } from '#src/hours/model/time-text.ts';
import {
  DAY_MINUTES,
  isOvernight,
  roomOn,
  spanAt,
  WEEK_DAYS,
  WORKDAYS,
  type Piece,
  type Span,
} from '#src/hours/model/week.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { TimesFields } from './times-fields.tsx';
import { spanByKey } from './week-keys.ts';
import type { WeekActions, WeekDrag } from './use-week-actions.ts';

const texts = messages.grid;

/** Where the keys of a window are explained. */
export const KEYS_HINT = 'hours-keys';
export const ROW_GRID =
  'grid items-center gap-4 md:grid-cols-[148px_minmax(0,1fr)_176px_64px] md:max-lg:grid-cols-[84px_minmax(0,1fr)_176px_60px] md:max-lg:gap-2.5';

interface DayRowProps {
  readonly day: number;
  readonly pieces: readonly Piece[];
  readonly isEdited: boolean;
  readonly saved: readonly Span[];
  /** "15:32" on the row of today. */
  readonly nowTime: string | null;
  readonly drag: WeekDrag;
  readonly isPhone: boolean;
  readonly actions: WeekActions;
}

/** A day: its windows on the track, and their exact times. */
export function DayRow({ day, pieces, isEdited, saved, nowTime, drag, isPhone, actions }: DayRowProps) {
  const { plan, lockedReason } = useEditor();
  const row = useRef<HTMLLIElement>(null);
  const [wantsFocus, setWantsFocus] = useState<number | null>(null);
  const name = dayName(day);
  const room = roomOn(plan.week, day);
  const own = pieces.filter(({ span }) => span.day === day);
  const rest = pieces.find(({ span }) => span.day !== day);
  const isNew = (span: Span): boolean =>
    !saved.some((one) => one.day === span.day && one.open === span.open && one.close === span.close);

  // Focus the fields of a window that was just added.
  useLayoutEffect(() => {
    if (wantsFocus === null) return;
    row.current?.querySelector<HTMLInputElement>(`[data-times="${wantsFocus}"] input`)?.focus();
    setWantsFocus(null);
  }, [wantsFocus]);

  function add(): void {
    if (room === null) return;
    actions.change([...plan.week, room]);
    setWantsFocus(room.open);
  }
  function remove(span: Span): void {
    actions.change(plan.week.filter((one) => one !== span));
    announce(texts.removed(windowText(span)));
  }

  return (
    <li
      ref={row}
      aria-label={name}
      className={`${ROW_GRID} min-h-12 border-b border-line py-1.5 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-2 max-md:gap-y-1`}
    >
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <span className="font-medium">{name}</span>
        {isEdited ? <Chip tone="accent">{texts.edited}</Chip> : null}
      </span>
      {isPhone ? null : <Track {...{ day, pieces, nowTime, drag, isNew, actions, remove }} />}
      <div className="flex min-w-0 flex-col gap-1 max-md:order-last max-md:col-span-2">
        {rest === undefined ? null : (
          <span className="flex min-h-7 items-center text-12 text-ink-3 tabular-nums">
            {texts.until(minuteText(rest.close), dayName(rest.span.day))}
          </span>
        )}
        {own.map(({ span }, index) => (
          <TimesFields
            key={index}
            ends={span}
            label={name}
            zone={plan.zone}
            canPassMidnight
            isNew={isNew(span)}
            lockedReason={lockedReason}
            onChange={(ends) => void actions.change([...plan.week.filter((one) => one !== span), { day, ...ends }])}
            onRemove={isPhone ? () => remove(span) : undefined}
          />
        ))}
        {pieces.length === 0 ? <span className="text-ink-3">{texts.closed}</span> : null}
      </div>
      <span className="flex justify-end gap-0.5">
        {lockedReason === undefined ? (
          <>
            <IconButton
              icon="plus"
              label={texts.add(name)}
              disabledReason={room === null ? texts.noRoom : undefined}
              onClick={add}
            />
            <CopyButton day={day} onCopy={actions.copy} />
          </>
        ) : null}
      </span>
    </li>
  );
}

interface CopyButtonProps {
  readonly day: number;
  readonly onCopy: (day: number, to: readonly number[]) => void;
}

/** Copies the hours of a day to the weekdays, to all days, or to chosen ones. */
function CopyButton({ day, onCopy }: CopyButtonProps) {
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

interface TrackProps extends Pick<DayRowProps, 'day' | 'pieces' | 'nowTime' | 'drag' | 'actions'> {
  readonly isNew: (span: Span) => boolean;
  readonly remove: (span: Span) => void;
}

function Track({ day, pieces, nowTime, drag, isNew, actions, remove }: TrackProps) {
  const { plan, lockedReason } = useEditor();
  const isLocked = lockedReason !== undefined;
  const track = useRef<HTMLDivElement>(null);
  const wanted = useRef<Span | null>(null);
  // A key may change the window's key, or merge it with its neighbour.
  useLayoutEffect(() => {
    const at = wanted.current;
    wanted.current = null;
    if (at !== null) track.current?.querySelector<HTMLElement>(`[data-window="${at.day} ${at.open}"]`)?.focus();
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>, { span }: Piece): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      focusTimes(track.current, span);
      return;
    }
    if (isLocked) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove(span);
      focusNext(track.current);
      return;
    }
    const moved = spanByKey(span, event, getComputedStyle(event.currentTarget).direction === 'rtl');
    if (moved === null) return;
    event.preventDefault();
    const week = actions.change(
      [...plan.week.filter((one) => one !== span), moved.span],
      `${moved.part} ${day} ${event.currentTarget.dataset['since'] ?? ''}`,
    );
    const now = spanAt(week, moved.span.day, moved.span.open);
    if (now === undefined) return;
    wanted.current = now;
    announce(windowText(now));
  }

  return (
    <div
      ref={track}
      data-track=""
      className={`relative h-8 touch-pan-y select-none rounded-chip bg-sunken bg-[repeating-linear-gradient(90deg,var(--chart-grid)_0_1px,transparent_1px_12.5%)] ${isLocked ? '' : 'cursor-crosshair'}`}
      onPointerDown={(event) => {
        if (!isLocked && event.target === event.currentTarget) drag.begin(event, day, null);
      }}
    >
      {pieces.map((piece) => {
        const { span, open, close } = piece;
        const isDragged = span === drag.active;
        const isEdited = isDragged || isNew(span);
        const isFirst = span.day === day;
        return (
          <button
            key={`${span.day} ${pieces.indexOf(piece)}`}
            type="button"
            data-window={isFirst ? `${span.day} ${span.open}` : undefined}
            aria-label={pieceText(piece)}
            title={windowText(span)}
            aria-describedby={isLocked ? undefined : KEYS_HINT}
            tabIndex={isFirst ? 0 : -1}
            className={`group @container absolute inset-y-0.5 flex touch-none items-center justify-between overflow-hidden border bg-accent-tint px-1 text-12 font-medium text-accent-text tabular-nums forced-colors:border-[ButtonText] ${
              isEdited ? 'border-accent outline-accent [border-width:1.5px]' : 'border-accent-line'
            } ${isFirst ? 'rounded-s-[4px]' : 'border-s-0'} ${isFirst && isOvernight(span) ? 'border-e-0' : 'rounded-e-[4px]'} ${
              isLocked ? '' : isDragged ? 'z-1 cursor-grabbing' : 'cursor-grab'
            }`}
            style={{
              insetInlineStart: `${(open / DAY_MINUTES) * 100}%`,
              inlineSize: `${((close - open) / DAY_MINUTES) * 100}%`,
            }}
            onPointerDown={(event) => {
              if (!isLocked) drag.begin(event, day, piece);
            }}
            onFocus={(event) => {
              event.currentTarget.dataset['since'] ??= String(event.timeStamp);
            }}
            onKeyDown={(event) => onKeyDown(event, piece)}
          >
            <Edge isShown={isFirst && !isLocked} />
            <span className="min-w-0 truncate @max-[100px]:hidden">{spanText({ open, close })}</span>
            <Edge isShown={!isLocked && !(isFirst && isOvernight(span))} />
          </button>
        );
      })}
      {nowTime === null ? null : <NowLine time={nowTime} />}
    </div>
  );
}

function Edge({ isShown }: { readonly isShown: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`h-3 w-1 flex-none cursor-ew-resize border-s-[1.5px] border-accent-line group-hover:border-accent ${isShown ? '' : 'invisible'}`}
    />
  );
}

/** Now, in the zone of the calendar. */
function NowLine({ time }: { readonly time: string }) {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute -inset-y-1 z-1 border-s-[1.5px] border-danger"
      style={{ insetInlineStart: `${(minute / DAY_MINUTES) * 100}%` }}
    >
      <span className="absolute -top-3 start-0 -translate-x-1/2 bg-surface px-0.5 text-11 leading-3 font-medium text-danger-text tabular-nums rtl:translate-x-1/2">
        {time}
      </span>
    </span>
  );
}

function windowText(span: Span): string {
  const end = minuteText(span.close);
  return texts.window(
    dayName(span.day),
    minuteText(span.open),
    isOvernight(span) ? texts.nextDay(end, dayName(span.day + 1)) : end,
  );
}

/** The accessible name: the visible times first, then the part of an overnight window on the other day. */
function pieceText({ day, open, close, span }: Piece): string {
  const seen = texts.piece(dayName(day), spanText({ open, close }));
  if (!isOvernight(span)) return seen;
  return span.day === day
    ? texts.goesOn(seen, minuteText(span.close), dayName(day + 1))
    : texts.began(seen, dayName(span.day), minuteText(span.open));
}

function focusTimes(track: HTMLElement | null, span: Span): void {
  track?.closest('li')?.querySelector<HTMLInputElement>(`[data-times="${span.open}"] input`)?.focus();
}

/** Focus after a window was removed: another one of the day, or the button that adds one. */
function focusNext(track: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const row = track?.closest('li');
    (row?.querySelector<HTMLElement>('[data-window]') ?? row?.querySelector<HTMLElement>('button'))?.focus();
  });
}
