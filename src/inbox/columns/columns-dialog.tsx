import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import {
  columnsMessages as messages,
  FIXED_COLUMNS,
  isUsual,
  setColumns,
  useColumns,
  useOfferedColumns,
  usualColumns,
  type ColumnKey,
} from './columns.ts';

/** Chooses and orders the columns of the table. */
export function ColumnsDialog({ onClose }: { readonly onClose: () => void }) {
  const shown = useColumns();
  const offered = useOfferedColumns();
  const keys = [...shown, ...offered.filter((key) => !shown.includes(key))];

  function toggle(key: ColumnKey): void {
    setColumns(shown.includes(key) ? shown.filter((other) => other !== key) : [...shown, key]);
  }

  function move(key: ColumnKey, to: number): void {
    setColumns(shown.filter((other) => other !== key).toSpliced(to, 0, key));
    announce(messages.moved(messages.name[key], to + 1, shown.length));
  }

  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="ghost"
            className={isUsual(shown) ? 'invisible' : ''}
            onClick={() => {
              setColumns(usualColumns);
              announce(messages.resetDone);
            }}
          >
            {messages.reset}
          </Button>
          <span className="flex-1" />
          <Button variant="primary" onClick={onClose}>
            {messages.done}
          </Button>
        </>
      }
    >
      <ul aria-label={messages.shown}>
        {keys.map((key) => {
          const name = messages.name[key];
          const place = shown.indexOf(key);
          const isFixed = FIXED_COLUMNS.includes(key);
          return (
            <li
              key={key}
              className="flex min-h-control items-center gap-2 rounded-chip pe-1 hover:bg-hover pointer-coarse:min-h-11"
            >
              <label className="flex min-h-control flex-1 cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  checked={place >= 0}
                  {...(key === keys.find((one) => !FIXED_COLUMNS.includes(one)) ? { 'data-autofocus': '' } : {})}
                  aria-disabled={isFixed || undefined}
                  className="size-3.5 accent-(--accent)"
                  onChange={() => isFixed || toggle(key)}
                />
                {name}
                {isFixed ? <span className="text-12 text-ink-3">{messages.always}</span> : null}
              </label>
              {/* The status stays first. */}
              {place > 0 ? (
                <>
                  <IconButton
                    size="sm"
                    icon="chevron-up"
                    label={messages.up(name)}
                    disabledReason={place === 1 ? messages.isFirst : undefined}
                    onClick={() => move(key, place - 1)}
                  />
                  <IconButton
                    size="sm"
                    icon="chevron-down"
                    label={messages.down(name)}
                    disabledReason={place === shown.length - 1 ? messages.isLast : undefined}
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
