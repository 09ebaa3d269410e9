import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import {
  FIXED_COLUMNS,
  isUsual,
  offeredColumns,
  setColumns,
  useColumns,
  usualColumns,
  type ColumnKey,
  columnsMessages,
} from './columns.ts';

interface ColumnsDialogProps {
  /** The service answers who is assigned, what was said last and when it changed. */
  readonly hasAgents: boolean;
  readonly onClose: () => void;
}

export function ColumnsDialog({ hasAgents, onClose }: ColumnsDialogProps) {
  const shown = useColumns();
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<ColumnKey | null>(null);
  const keys = [...shown, ...offeredColumns(hasAgents).filter((key) => !shown.includes(key))];

  function toggle(key: ColumnKey): void {
    setColumns(shown.includes(key) ? shown.filter((other) => other !== key) : [...shown, key]);
  }

  /** The status keeps the first place. */
  function move(key: ColumnKey, to: number): void {
    const from = shown.indexOf(key);
    const place = Math.max(1, Math.min(to, shown.length - 1));
    if (from < 1 || place === from) return;
    setColumns(shown.filter((other) => other !== key).toSpliced(place, 0, key));
    announce(columnsMessages.moved(columnsMessages.name[key], place + 1, shown.length));
  }

  function onKeyDown(event: KeyboardEvent, key: ColumnKey): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    move(key, shown.indexOf(key) + by);
  }

  function onDrag(event: PointerEvent<HTMLElement>, key: ColumnKey): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-shown]') ?? [])];
    const over = lines.findIndex((line) => event.clientY < line.getBoundingClientRect().bottom);
    move(key, over < 0 ? lines.length - 1 : over);
  }

  const { title, hint, name, always, up, down, reset, resetDone, done, kept } = columnsMessages;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="ghost"
            className={isUsual(shown) ? 'invisible' : ''}
            onClick={() => {
              setColumns(usualColumns);
              announce(resetDone);
            }}
          >
            {reset}
          </Button>
          <span className="flex-1 text-12 text-ink-3">{kept}</span>
          <Button variant="primary" onClick={onClose}>
            {done}
          </Button>
        </>
      }
    >
      <p className="mb-2 text-12 text-ink-2">{hint}</p>
      <ul ref={list} aria-label={columnsMessages.shown}>
        {keys.map((key) => {
          const place = shown.indexOf(key);
          const isShown = place >= 0;
          const isFirst = key === 'status';
          return (
            <li
              key={key}
              data-shown={isShown ? '' : undefined}
              className={`flex min-h-control items-center gap-2 rounded-chip pe-1 pointer-coarse:min-h-11 ${dragged === key ? 'bg-selected' : 'hover:bg-hover'}`}
            >
              <span
                className={`grid size-6 flex-none touch-none place-items-center text-ink-3 ${isShown && !isFirst ? 'cursor-grab' : 'invisible'}`}
                onPointerDown={(event) => {
                  if (event.button !== 0) return;
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged(key);
                }}
                onPointerMove={(event) => onDrag(event, key)}
                onLostPointerCapture={() => setDragged(null)}
              >
                <Icon name="menu" size={14} />
              </span>
              <label className="flex min-h-control flex-1 cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  checked={isShown}
                  // The first that can be changed.
                  {...(key === keys.find((one) => !FIXED_COLUMNS.includes(one)) ? { 'data-autofocus': '' } : {})}
                  aria-disabled={FIXED_COLUMNS.includes(key) || undefined}
                  title={FIXED_COLUMNS.includes(key) ? always : undefined}
                  className="size-3.5 accent-(--accent)"
                  onKeyDown={(event) => onKeyDown(event, key)}
                  onChange={() => FIXED_COLUMNS.includes(key) || toggle(key)}
                />
                {name[key]}
                {FIXED_COLUMNS.includes(key) ? <span className="text-12 text-ink-3">{always}</span> : null}
              </label>
              {isShown && !isFirst ? (
                <>
                  <IconButton
                    size="sm"
                    icon="chevron-up"
                    label={up(name[key])}
                    disabledReason={place === 1 ? always : undefined}
                    onClick={() => move(key, place - 1)}
                  />
                  <IconButton
                    size="sm"
                    icon="chevron-down"
                    label={down(name[key])}
                    onClick={() => move(key, place + 1)}
                  />
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
