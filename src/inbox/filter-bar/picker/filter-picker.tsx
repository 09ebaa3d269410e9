import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { ruleKind, type Entry, type Rule, type RuleField } from '#src/inbox/filters/filter-rule.ts';
import { refusalOf, searchOf } from '#src/inbox/filters/filter-search.ts';
import { fieldWord } from '#src/inbox/filters/filter-words.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { useCombobox, type ComboboxKey } from '#src/ui/combobox/use-combobox.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Layer } from '#src/ui/overlay/layer.tsx';
import { FilterFields, keyOf } from './filter-fields.tsx';
import { FilterFooter } from './filter-footer.tsx';
import { FilterValues } from './filter-value-pane.tsx';
import { isChosen, withoutField, blankRule, rulesOn, type PlacedRule, type Scope } from './picker-draft.ts';
import { matchFields, matchValues, type FieldOption } from './picker-options.ts';
import { usePicker, type PickerStart } from './picker-state.ts';
import { fieldsOf, isListed, usePickerValues } from './picker-values.ts';

/** The condition that the right pane shows, and how many there are on its field. */
function currentRule(
  entries: readonly Entry[],
  scope: Scope,
  field: RuleField | null,
  nth: number,
): { readonly current: PlacedRule | undefined; readonly others: number } {
  if (field === null) return { current: undefined, others: 0 };
  const all = rulesOn(entries, scope, field);
  return { current: all[nth], others: all.length };
}

/** Whether values are chosen from a list: not where texts, numbers or times are typed, nor where none is needed. */
function usesValueList(field: RuleField, rule: Rule | undefined): boolean {
  const { op } = rule ?? blankRule(field);
  return isListed(field) && (ruleKind(field) === 'flag' || op === 'any_of' || op === 'none_of');
}

interface FilterPickerProps {
  readonly search: InboxSearch;
  readonly can: Capabilities;
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
  const { entries, scope, field, text } = picker;
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
  const fieldBox = useCombobox({
    options,
    keyOf,
    text,
    onText: picker.setText,
    onChoose: choose,
    // While values are chosen, the fields stay as they are.
    followsPointer: field === null,
    onKey: (event) => onEmptyKey(event),
  });
  const option = fieldBox.active;
  const pointed = option !== undefined && 'field' in option ? option.field : null;
  const shown = field ?? pointed;
  const { current, others } = currentRule(entries, scope, shown, picker.nth);
  // Counts stand for the conditions beside the field, once nobody moves on.
  const wanted = useMemo(() => withoutField(entries, scope, shown), [entries, scope, shown]);
  useEffect(() => {
    const timer = setTimeout(() => setCounted(wanted), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const isList = field !== null && usesValueList(field, current?.rule);
  const listed = shown !== null && isListed(shown) && usesValueList(shown, current?.rule) ? shown : null;
  const lines =
    listed === null
      ? []
      : matchValues(listed, values(listed), {
          text: isList ? text : '',
          chosen: current?.rule.values.filter((value) => value !== null) ?? [],
          canType: can.filters || listed === 'assignee',
        });
  const valueBox = useCombobox({
    options: lines,
    keyOf: ({ value }) => value,
    text,
    onText: picker.setText,
    onChoose: ({ value }) => {
      if (shown === null) return;
      picker.toggle(current, shown, value);
      if (isList) picker.setText('');
    },
    isMultiple: !isSingle,
    isSelected: ({ value }) => current !== undefined && isChosen(current.rule, value),
    followsPointer: false,
    onKey: (event) => onEmptyKey(event),
  });
  const box = isList ? valueBox : fieldBox;
  // Each step begins at the first line.
  const step = `${scope} ${field} ${picker.nth}`;
  const [lastStep, setLastStep] = useState(step);
  if (step !== lastStep) {
    setLastStep(step);
    fieldBox.setActive(null);
    valueBox.setActive(null);
  }

  function apply(): void {
    onChange(searchOf(entries));
    // The chip that the menu hung on may be gone.
    (anchor.current?.isConnected === true ? anchor.current : null)?.focus();
    onClose();
  }

  function choose(chosen: FieldOption): void {
    picker.choose(chosen);
    // Where values are typed, the focus goes to them.
    if (chosen.kind !== 'field' || isListed(chosen.field)) input.current?.focus();
  }

  /** Keys of the field while nothing is typed: on to the values, back to the fields, and the last condition away. */
  function onEmptyKey({ key, ctrlKey, metaKey }: ComboboxKey): boolean {
    if (text !== '' || ctrlKey || metaKey) return false;
    if (key === 'ArrowRight' && field === null && option?.kind === 'field') picker.choose(option);
    else if (key === 'Backspace' || key === 'ArrowLeft') goBack(key === 'Backspace');
    else return false;
    return true;
  }

  function goBack(removes: boolean): void {
    if (field !== null) picker.leaveField();
    else if (scope !== null) picker.leaveGroup();
    else if (removes) picker.removeLast();
  }

  const label = isList ? filterMessages.findValue(fieldWord(field)) : filterMessages.find;
  const textField = (
    <input
      ref={input}
      type="text"
      aria-label={label}
      placeholder={label}
      {...box.inputProps}
      // It moves in both lists, whichever of them has the keys.
      aria-controls={[
        ...(field === null || !isPhone ? [fieldBox.listId] : []),
        ...(lines.length > 0 ? [valueBox.listId] : []),
      ].join(' ')}
      onFocus={() => isOpen.current && field !== null && !isList && !isPhone && picker.leaveField()}
      className="mb-1 min-h-control w-full flex-none rounded-control border border-line-control bg-surface px-2 text-13 pointer-coarse:max-md:text-[16px]"
    />
  );
  const groupNote = scope === null ? null : <p className="px-2 pb-1 text-12 text-ink-3">{filterMessages.inGroup}</p>;
  const fieldPane = <FilterFields combobox={fieldBox} options={options} shown={shown} isActive={field === null} />;
  const valuePane = (
    <FilterValues
      key={`${scope} ${shown} ${picker.nth}`}
      combobox={valueBox}
      field={shown}
      isEntered={field !== null}
      picker={picker}
      current={current}
      others={others}
      lines={listed === null ? null : lines}
      isActive={isList}
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
        {/* Not the field for text: the keyboard of a phone would cover what there is to choose. */}
        <div {...keys} tabIndex={-1} data-autofocus="" className="flex flex-col outline-none">
          {field === null || isList ? textField : null}
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
          {textField}
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
