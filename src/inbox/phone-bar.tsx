import { useEffect, useRef, useState } from 'react';
import { defineMessages } from '#src/i18n/messages.ts';
import { sortItems } from '#src/inbox/filter-bar/filter-bar.tsx';
import { entriesOf } from '#src/inbox/filters/filter-entries.ts';
import { messages as viewsMessages } from '#src/inbox/saved-views/messages.ts';
import { useListViews } from '#src/inbox/saved-views/use-views.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { useCapabilities } from './capabilities.ts';
import { DisplayMenu, type InboxButtonsProps } from './display-menu.tsx';
import { messages } from './messages.ts';
import { FilterPicker } from '#src/inbox/filter-bar/picker/filter-picker.tsx';

const texts = defineMessages({
  filters: (n: number) => `Filter, ${n} on`,
  close: 'Close the search',
});

/** Search, filters and everything else in one row, where there is no room for a bar of them. */
export function PhoneBar(props: InboxButtonsProps) {
  const { search, plan, isPhone, hasResults, actions } = props;
  const can = useCapabilities();
  const [isOpened, setOpened] = useState(false);
  const isSearching = isOpened || search.q !== undefined;
  const [isFiltering, setFiltering] = useState(false);
  const field = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const filter = useRef<HTMLButtonElement>(null);
  const { known, active, changed, itemsOf, saveReason, askName, dialogs } = useListViews(search);
  // That the list shows what is open goes without saying.
  const count = entriesOf(search).length - (search.status === undefined ? 1 : 0);

  // The focus follows the button that is gone: into the field, and back.
  const was = useRef(isSearching);
  useEffect(() => {
    if (was.current === isSearching) return;
    was.current = isSearching;
    if (isOpened) field.current?.querySelector('input')?.focus();
    else if (document.activeElement === document.body) opener.current?.focus();
  }, [isSearching, isOpened]);

  // The search was cleared, and not in order to type something else.
  useEffect(() => {
    if (search.q === undefined && field.current?.contains(document.activeElement) !== true) setOpened(false);
  }, [search.q]);

  function closeSearch(): void {
    setOpened(false);
    if (search.q !== undefined) actions.filter({ q: undefined });
  }

  const { keys } = messages;
  useShortcut('/', () => setOpened(true), { label: messages.search.label, group: keys.group, when: !isSearching });
  useShortcut('f', () => setFiltering(true), { label: keys.filter, group: keys.group });

  const keep = { key: 'keep', disabledReason: saveReason, onSelect: askName };
  const items: readonly MenuItem[] = [
    { key: 'refresh', label: messages.refresh, icon: 'refresh', onSelect: () => void actions.refresh() },
    ...(active === undefined ? [] : itemsOf(active).map((item) => ({ ...item, group: active.name }))),
    ...(active === undefined
      ? known.isProvided
        ? [{ ...keep, group: viewsMessages.views, label: messages.saveView }]
        : []
      : changed === undefined
        ? []
        : [{ ...keep, group: active.name, label: viewsMessages.saveAs }]),
    ...(can.filters
      ? sortItems(plan, can, actions.filter).map((item) => ({ ...item, group: messages.display.order }))
      : []),
  ];
  return (
    <>
      {isSearching ? (
        <span ref={field} data-whole="" className="flex min-w-0 flex-1 items-center gap-2">
          <IconButton icon="back" label={texts.close} className="-ms-2" onClick={closeSearch} />
          <SearchBox
            label={messages.search.label}
            clearLabel={messages.search.clear}
            group={messages.keys.group}
            value={search.q ?? ''}
            hasResults={hasResults}
            onChange={(text) => actions.filter({ q: text === '' ? undefined : text })}
            onLeave={actions.leaveSearch}
          />
        </span>
      ) : (
        <IconButton ref={opener} icon="search" label={messages.search.label} onClick={() => setOpened(true)} />
      )}
      <span className="relative flex-none">
        <IconButton
          ref={filter}
          icon="filter"
          label={count === 0 ? messages.filter.add : texts.filters(count)}
          aria-haspopup="dialog"
          aria-expanded={isFiltering}
          onClick={() => setFiltering(true)}
        />
        {count === 0 ? null : (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-0 top-0 grid min-w-4 place-items-center rounded-full bg-accent px-1 text-11 font-medium text-accent-on tabular-nums outline outline-1 outline-transparent"
          >
            {count}
          </span>
        )}
      </span>
      <DisplayMenu search={search} plan={plan} isPhone={isPhone} actions={actions} icon="more" first={items} />
      {dialogs}
      {isFiltering ? (
        <FilterPicker
          search={search}
          anchor={filter}
          start={{}}
          onChange={actions.filter}
          onClose={() => setFiltering(false)}
        />
      ) : null}
    </>
  );
}
