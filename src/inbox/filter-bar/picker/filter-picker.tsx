import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { Layer } from '#src/ui/layer.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { refusalOf, searchOf } from './filter-search.ts';
import { FilterBox } from './filter-box.tsx';
import { FilterFields } from './filter-fields.tsx';
import { FilterFooter } from './filter-footer.tsx';
import { filterMessages } from './filter-messages.ts';
import { FilterValues } from './filter-value-pane.tsx';
import type { Abilities } from './list-plan.ts';
import { withoutField } from './picker-draft.ts';
import { matchFields, matchValues } from './picker-options.ts';
import { usePicker, type PickerStart } from './picker-state.ts';
import { fieldsOf, isListed, usePickerValues } from './picker-values.ts';
import { placedRules, usesList } from './picker-shown.ts';
import type { InboxSearch } from './search.ts';

interface FilterPickerProps {
  readonly search: InboxSearch;
  readonly can: Abilities;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly start: PickerStart;
  readonly onChange: (change: Partial<InboxSearch>) => void;
  readonly onClose: () => void;
}

const SETTLE_MS = 150;

/** Fields on the one side, values on the other. Nothing reaches the list before Apply. */
export function FilterPicker({ search, can, anchor, start, onChange, onClose }: FilterPickerProps) {
  const isPhone = useMedia('(max-width: 767px)');
  const isSingle = !can.filters;
  const picker = usePicker(search, start, isSingle);
  const { entries, scope, field, text, active } = picker;
  const [invalid, setInvalid] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The first focus comes from opening, and leaves the field that the menu was opened on as it is.
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
  }, []);

  const [counted, setCounted] = useState(() => withoutField(entries, scope, field ?? 'status'));
  const values = usePickerValues(counted, can);
  const fields = fieldsOf(can, entries);
  const options = matchFields({
    text: field === null ? text : '',
    entries,
    scope,
    fields,
    values,
    canGroup: can.filters,
  });
  const option = options[Math.min(active, options.length - 1)];
  const pointed = option !== undefined && 'field' in option ? option.field : null;
  const shown = field ?? pointed;
  const { current, others } = placedRules(entries, scope, shown, picker.nth);
  // Counts stand for the conditions beside the field, once nobody moves on.
  const wanted = useMemo(() => withoutField(entries, scope, shown), [entries, scope, shown]);
  useEffect(() => {
    const timer = setTimeout(() => setCounted(wanted), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const isList = field !== null && usesList(field, current?.rule);
  const listed = shown !== null && isListed(shown) && usesList(shown, current?.rule) ? shown : null;
  const lines =
    listed === null
      ? []
      : matchValues(listed, values[listed], {
          text: isList ? text : '',
          chosen: current?.rule.values.filter((value) => value !== null) ?? [],
          canType: can.filters || listed === 'assignee',
        });
  const count = isList ? lines.length : options.length;
  const at = Math.min(active, Math.max(0, count - 1));

  function apply(): void {
    onChange(searchOf(entries));
    // The chip that the menu hung on may be gone.
    (anchor.current?.isConnected === true ? anchor.current : null)?.focus();
    onClose();
  }

  function onInputKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const isEmpty = text === '';
    if (event.key === 'ArrowDown') picker.setTyping({ active: count === 0 ? 0 : (at + 1) % count });
    else if (event.key === 'ArrowUp') picker.setTyping({ active: count === 0 ? 0 : (at - 1 + count) % count });
    else if (event.key === 'Enter' && !isList) picker.choose(options[at]);
    else if (event.key === 'Enter') {
      const line = lines[at];
      if (line !== undefined && field !== null) picker.toggle(current, field, line.value);
      picker.setTyping({ text: '', active: text === '' ? at : 0 });
    } else if (event.key === 'ArrowRight' && isEmpty && field === null && option?.kind === 'field')
      picker.choose(option);
    else if ((event.key === 'Backspace' || event.key === 'ArrowLeft') && isEmpty) goBack(event.key === 'Backspace');
    else return;
    event.preventDefault();
  }

  function goBack(removes: boolean): void {
    if (field !== null) picker.leaveField();
    else if (scope !== null) picker.leaveGroup();
    else if (removes) picker.removeLast();
  }

  const box = (
    <FilterBox
      ref={input}
      label={isList ? filterMessages.findValue(filterMessages.fieldNames[field]) : filterMessages.find}
      text={text}
      controls={[field === null || !isPhone ? `${id}-fields` : '', lines.length > 0 ? `${id}-values` : '']}
      activeId={count === 0 ? undefined : `${id}-${isList ? 'values' : 'fields'}-${at}`}
      onText={(next) => picker.setTyping({ text: next, active: 0 })}
      onFocus={() => isOpen.current && field !== null && !isList && !isPhone && picker.leaveField()}
      onKeyDown={onInputKey}
    />
  );
  const groupNote = scope === null ? null : <p className="px-2 pb-1 text-12 text-ink-3">{filterMessages.inGroup}</p>;
  const fieldPane = (
    <FilterFields
      id={`${id}-fields`}
      options={options}
      active={field === null ? at : null}
      shown={shown}
      onPoint={(index) => field === null && picker.setTyping({ active: index })}
      onChoose={(chosen) => {
        picker.choose(chosen);
        // Where values are typed, the focus goes to them.
        if (chosen.kind !== 'field' || isListed(chosen.field)) input.current?.focus();
      }}
    />
  );
  const valuePane = (
    <FilterValues
      key={`${scope} ${shown} ${picker.nth}`}
      id={`${id}-values`}
      field={shown}
      isEntered={field !== null}
      picker={picker}
      current={current}
      others={others}
      lines={listed === null ? null : lines}
      active={isList ? at : null}
      isSingle={isSingle}
      onInvalid={setInvalid}
      onRemoved={() => input.current?.focus()}
      onBack={isPhone ? () => goBack(false) : undefined}
    />
  );
  const footer = <FilterFooter search={search} entries={entries} can={can} invalid={invalid} onApply={apply} />;

  const keys = {
    role: 'none',
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey) || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (!invalid && refusalOf(entries) === null) apply();
    },
  };
  if (isPhone) {
    return (
      <Dialog
        title={filterMessages.title}
        onClose={onClose}
        footer={footer}
        className="max-md:h-dvh max-md:max-h-dvh max-md:rounded-none"
      >
        <div {...keys} className="flex flex-col">
          {field === null || isList ? box : null}
          {field === null ? groupNote : null}
          {field === null ? fieldPane : valuePane}
        </div>
      </Dialog>
    );
  }
  return (
    <Layer anchor={anchor} onClose={onClose} id={id} role="dialog" label={filterMessages.title} className="w-[440px]">
      <div {...keys} className="grid min-h-64 grid-cols-[178px_1fr]">
        <div className="flex min-w-0 flex-col border-e border-line pe-1">
          {box}
          {groupNote}
          {fieldPane}
        </div>
        <div className="flex min-w-0 flex-col ps-1">
          {valuePane}
          <span className="flex-1" />
          {footer}
        </div>
      </div>
    </Layer>
  );
}
