import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';

/** The part of a key press that is read. */
export type ComboboxKey = Pick<KeyboardEvent, 'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  readonly nativeEvent: Pick<KeyboardEvent['nativeEvent'], 'isComposing'>;
  readonly preventDefault: () => void;
  readonly stopPropagation: () => void;
};

interface ComboboxConfig<Option> {
  /** The options in the order of the screen, already filtered, groups one after another. */
  readonly options: readonly Option[];
  /** Stays the same for an option while the list around it changes. */
  readonly keyOf: (option: Option) => string;
  readonly onChoose: (option: Option) => void;
  /** Enter or a click with Ctrl or Command. If absent, Ctrl+Enter goes to the element around it. */
  readonly onChooseModified?: (option: Option) => void;
  /** Enter where no option is found, at once or after waiting for them. Left out, that Enter does nothing. */
  readonly onChooseNone?: () => void;
  /** The typed text. Left out, there is no field: the list itself takes the focus and the keys. */
  readonly text?: string;
  readonly onText?: (text: string) => void;
  /** The option active until another is: its key, null for none. Left out, the first. */
  readonly start?: string | null | undefined;
  /** Options are still loading: Enter waits for them, unless something else is typed. */
  readonly isLoading?: boolean;
  /**
   * More may come, above the active option too: it stays the active one, and an Enter takes it at once, and waits only
   * where none is active.
   */
  readonly holdsActive?: boolean;
  /** Several can be selected: choosing one toggles it. */
  readonly isMultiple?: boolean;
  /** Left out, the active option is the selected one. */
  readonly isSelected?: (option: Option) => boolean;
  /** The keys made an option active: for lists where that selects it. */
  readonly onMove?: (option: Option) => void;
  /** False: the pointer only highlights, and what it is over is not made active. */
  readonly followsPointer?: boolean;
  /** Keys of the list's own, asked first. True says that the key is dealt with. */
  readonly onKey?: (event: ComboboxKey) => boolean;
}

interface Moved {
  /** The option that keys or pointer made active. */
  readonly activeKey: string | null;
  /** An Enter that waits for the options; for all of them where it was pressed on none. */
  readonly waiting: 'enter' | 'modified' | null;
  readonly isForAll: boolean;
}

const NOT_MOVED: Moved = { activeKey: null, waiting: null, isForAll: false };

/**
 * A field that finds, and the list it finds in, by the ARIA pattern of a combobox with a listbox: the focus stays in
 * the field, and the active option is named by `aria-activedescendant`.
 *
 *     const combobox = useCombobox({ options: found, keyOf: (tag) => tag.name, text, onText: setText, onChoose });
 *     <input type="text" aria-label="…" {...combobox.inputProps} />
 *     <div aria-label="…" {...combobox.listboxProps}>
 *       {found.map((tag) => <div key={tag.name} {...combobox.optionProps(tag)}>{tag.name}</div>)}
 *     </div>
 *
 * Arrows go round, PageUp and PageDown go by ten, Home and End while nothing is typed; Enter chooses. Escape is left
 * to the dialog or layer around. Keys of an input method are not taken. The active option scrolls into view. The
 * caller filters, and shows what is loading, missing or failed. One field over two lists has two of these, and takes
 * the `inputProps` of the list in use.
 */
export function useCombobox<Option>(config: ComboboxConfig<Option>) {
  const { options, keyOf, onChoose, onChooseModified = onChoose, text, onText, start, isLoading = false } = config;
  const { holdsActive = false, isMultiple = false, isSelected, onMove, followsPointer = true, onKey } = config;
  const listId = useId();
  const [moved, setMoved] = useState(NOT_MOVED);
  const indexOf = (key: string | null) => (key === null ? -1 : options.findIndex((option) => keyOf(option) === key));
  const byHand = indexOf(moved.activeKey);
  const at = byHand >= 0 ? byHand : start === undefined ? (options.length > 0 ? 0 : -1) : indexOf(start);
  const active = options[at];
  const activeKey = active === undefined ? null : keyOf(active);

  // A key may hold blanks, which no id does.
  const idOf = (option: Option) => `${listId}-${encodeURIComponent(keyOf(option))}`;
  const setActive = (key: string | null) => setMoved({ ...NOT_MOVED, activeKey: key });

  function choose(option: Option, isModified: boolean): void {
    setActive(keyOf(option));
    (isModified ? onChooseModified : onChoose)(option);
  }

  const chooseWaiting = useEffectEvent(() => {
    const { waiting } = moved;
    if (waiting === null) return;
    setMoved({ ...moved, waiting: null });
    if (active !== undefined) choose(active, waiting === 'modified');
    else config.onChooseNone?.();
  });
  const canTake = holdsActive && active !== undefined && !moved.isForAll;
  const isNoneYet = holdsActive && active === undefined;
  useEffect(() => {
    if (moved.waiting === null) return;
    if (!isLoading || canTake) chooseWaiting();
    else if (isNoneYet) setMoved((before) => ({ ...before, isForAll: true }));
  }, [moved.waiting, isLoading, canTake, isNoneYet]);

  // A person may be about to press Enter on a visible option.
  const isToHold = holdsActive && byHand < 0 && moved.waiting === null;
  const heldKey = isToHold && active !== undefined ? keyOf(active) : null;
  useEffect(() => {
    // A key may have moved on between the paint and this.
    if (heldKey !== null) setMoved((now) => (now === moved ? { ...NOT_MOVED, activeKey: heldKey } : now));
  }, [heldKey, moved]);

  function onKeyDown(event: ComboboxKey): void {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (onKey?.(event) !== true && !onListKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onListKey(event: ComboboxKey): boolean {
    const isModified = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter') {
      if (isModified && config.onChooseModified === undefined) return false;
      if (isLoading && !(holdsActive && active !== undefined))
        setMoved({ ...moved, waiting: isModified ? 'modified' : 'enter' });
      else if (active !== undefined) choose(active, isModified);
      else if (config.onChooseNone !== undefined) config.onChooseNone();
      else return false;
      return true;
    }
    if (isModified || event.altKey || event.shiftKey) return false;
    const next = nextOption(event.key, at, options.length, (text ?? '') !== '');
    const option = next === null ? undefined : options[next];
    if (option === undefined) return false;
    setActive(keyOf(option));
    onMove?.(option);
    return true;
  }

  const keyProps = {
    'aria-activedescendant': active === undefined ? undefined : idOf(active),
    onKeyDown,
  };
  return {
    listId,
    active,
    /** Makes an option active by its key, or the start again by null. */
    setActive,
    inputProps: {
      role: 'combobox' as const,
      'aria-expanded': options.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list' as const,
      autoComplete: 'off',
      spellCheck: false,
      value: text ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setMoved(NOT_MOVED);
        onText?.(event.target.value);
      },
      ...keyProps,
    },
    listboxProps: {
      id: listId,
      role: 'listbox' as const,
      'aria-multiselectable': isMultiple || undefined,
      ...(text === undefined ? { tabIndex: 0, ...keyProps } : {}),
    },
    /** For an element around the options of one group, and for its heading. */
    groupProps: (key: string) => ({
      group: { role: 'group' as const, 'aria-labelledby': `${listId}-group-${key}` },
      heading: { id: `${listId}-group-${key}` },
    }),
    optionProps: (option: Option) => ({
      id: idOf(option),
      role: 'option' as const,
      // By its key: the list on screen may be drawn a moment behind the keys.
      'aria-selected': isSelected === undefined ? keyOf(option) === activeKey : isSelected(option),
      ref: keyOf(option) === activeKey ? keepInView : null,
      onPointerMove: (event: PointerEvent) => {
        // A finger that moves scrolls.
        if (followsPointer && event.pointerType === 'mouse' && keyOf(option) !== activeKey) setActive(keyOf(option));
      },
      // The focus stays where one types.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: (event: MouseEvent) => choose(option, event.ctrlKey || event.metaKey),
    }),
  };
}

/** Not in a layer that is about to be shown: nothing scrolls there yet, and the browser would lay out the page for it. */
function keepInView(option: HTMLElement | null): void {
  if (option?.closest('[popover]:not(:popover-open)') === null) option.scrollIntoView({ block: 'nearest' });
}

/** Lines that PageUp and PageDown go by. */
const PAGE = 10;

/**
 * Where a key leads in a list of options.
 * @param at the index of the active option, -1 where none is
 * @param hasText something is typed: Home and End then belong to the text
 * @returns the index to go to, or null where the key does not move in a list
 */
export function nextOption(key: string, at: number, count: number, hasText: boolean): number | null {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return at >= last ? 0 : at + 1;
    case 'ArrowUp':
      return at <= 0 ? last : at - 1;
    case 'PageDown':
      return Math.min(at + PAGE, last);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    case 'Home':
      return hasText ? null : 0;
    case 'End':
      return hasText ? null : last;
    default:
      return null;
  }
}
