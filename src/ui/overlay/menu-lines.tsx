import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';

/** One line of a menu. */
export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: IconName;
  /** A glyph in the icon's place. */
  readonly glyph?: ReactNode;
  /** Grey words or a count at the end of the line. */
  readonly note?: ReactNode;
  readonly kbd?: string;
  /** Makes it a choice: one of many with `kind` radio, any of many with checkbox. */
  readonly checked?: boolean;
  readonly kind?: 'radio' | 'checkbox';
  /** Why it cannot be chosen. The line is absent where that is `LEFT_OUT`. */
  readonly disabledReason?: string | undefined;
  readonly danger?: boolean;
  /** Items of one group are together under this heading. */
  readonly group?: string;
}

interface MenuLinesProps {
  readonly items: readonly MenuItem[];
  readonly header: ReactNode;
  readonly close: () => void;
}

const TYPE_AHEAD_MS = 600;

/** Lines of an open menu, and the keys in it. */
export function MenuLines({ items: given, header, close }: MenuLinesProps) {
  const items = given.filter(({ disabledReason }) => disabledReason !== LEFT_OUT);
  const typed = useRef({ text: '', at: 0 });

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
    const at = all.findIndex((item) => item === document.activeElement);
    const to = (index: number) => all[(index + all.length) % all.length]?.focus();
    if (event.key === 'ArrowDown') to(at + 1);
    else if (event.key === 'ArrowUp') to(at < 0 ? -1 : at - 1);
    else if (event.key === 'Home') to(0);
    else if (event.key === 'End') to(-1);
    else if (event.key === 'Tab') return close();
    else if (event.key.length === 1 && event.key !== ' ') {
      const fresh = event.timeStamp - typed.current.at > TYPE_AHEAD_MS;
      const text = (fresh ? '' : typed.current.text) + event.key.toLocaleLowerCase();
      typed.current = { text, at: event.timeStamp };
      const order = [...items.keys()].map(
        (step) => (Math.max(at, 0) + step + (text.length === 1 ? 1 : 0)) % items.length,
      );
      const found = order.find((index) => items[index]?.label.toLocaleLowerCase().startsWith(text));
      if (found !== undefined) to(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div role="none" onKeyDown={onKeyDown}>
      {header}
      {items.map((item, index) => (
        <MenuLine key={item.key} item={item} heading={item.group !== items[index - 1]?.group} close={close} />
      ))}
    </div>
  );
}

function MenuLine({
  item,
  heading,
  close,
}: {
  readonly item: MenuItem;
  readonly heading: boolean;
  readonly close: () => void;
}) {
  const off = item.disabledReason !== undefined;
  const choice = item.checked !== undefined;
  const role = choice ? (item.kind === 'checkbox' ? 'menuitemcheckbox' : 'menuitemradio') : 'menuitem';
  const colour = off ? 'cursor-not-allowed text-ink-disabled' : item.danger ? 'text-danger-text' : 'text-ink';
  return (
    <>
      {heading && item.group !== undefined ? (
        <div role="presentation" className="px-2 pt-2 pb-1 text-11 font-medium text-ink-3">
          {item.group}
        </div>
      ) : null}
      <button
        type="button"
        role={role}
        tabIndex={-1}
        aria-checked={choice ? item.checked : undefined}
        aria-disabled={off || undefined}
        title={item.disabledReason}
        className={`flex min-h-control w-full items-center gap-2 rounded-chip px-2 text-start outline-none focus:bg-selected focus-visible:outline-2 focus-visible:-outline-offset-2 ${colour}`}
        onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
        onClick={() => {
          if (off) return;
          close();
          item.onSelect();
        }}
      >
        {item.glyph ?? (item.icon === undefined ? null : <Icon name={item.icon} size={14} className="text-ink-3" />)}
        <span className="min-w-0 flex-1 truncate">{item.label}</span>
        {item.note === undefined ? null : (
          <span className="flex-none text-12 text-ink-3 tabular-nums">{item.note}</span>
        )}
        {item.kbd === undefined ? null : <Kbd keys={item.kbd} />}
        {choice ? <Icon name="check" size={14} className={item.checked ? 'text-accent-text' : 'invisible'} /> : null}
      </button>
    </>
  );
}
