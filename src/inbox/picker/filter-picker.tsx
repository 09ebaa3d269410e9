import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { formatCount } from '#src/format/number.ts';
import { operatorWord } from '#src/inbox/filters/chips.ts';
import { refusalOf, searchOf } from '#src/inbox/filters/filter-entries.ts';
import { filterOf } from '#src/inbox/filters/filter-query.ts';
import { type Entry, ruleKind, type Rule, type RuleField, filterMessages } from '#src/inbox/filters/filter-rule.ts';
import type { ListedValue } from '#src/inbox/filters/filter-table.ts';
import { planList, withFilter } from '#src/inbox/list/list-plan.ts';
import { countOptions } from '#src/inbox/list/ticket-list.ts';
import { useProfile } from '#src/inbox/profile.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { useCombobox, type ComboboxKey } from '#src/ui/combobox/use-combobox.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Layer } from '#src/ui/overlay/popover.tsx';
import { TickBox } from '#src/ui/tick-box.tsx';
import {
  messages,
  fieldsOf,
  hasValueList,
  matchFields,
  matchValues,
  usePickerValues,
  blankRule,
  isChosen,
  usePicker,
  withoutField,
  type FieldOption,
  type PickerStart,
  withOp,
  type Picker,
  type PlacedRule,
} from './picker-state.ts';
import { TypedValues } from './typed-values.tsx';

interface FilterPickerProps {
  readonly search: InboxSearch;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly start: PickerStart;
  readonly onChange: (change: Partial<InboxSearch>) => void;
  readonly onClose: () => void;
}

const VALUES_MS = 150;
const COUNT_MS = 250;

/** Fields on one side, values on the other. Apply changes the list. */
export function FilterPicker({ search, anchor, start, onChange, onClose }: FilterPickerProps) {
  const isPhone = useMedia('(max-width: 767px)');
  const profile = useProfile();
  const isSingle = !profile.isExtended;
  const picker = usePicker(search, start, isSingle);
  const { entries, scope, field, nth, text } = picker;
  const [isInvalid, setInvalid] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The first focus comes from opening, and must not leave the field that the menu opened on.
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
  }, []);

  const [counted, setCounted] = useState(() => withoutField(entries, scope, field ?? 'status'));
  const values = usePickerValues(counted, profile);
  const fields = fieldsOf(profile, entries);
  const options = matchFields({
    text: field === null ? text : '',
    entries,
    scope,
    fields,
    values,
    canGroup: profile.isExtended,
  });
  const fieldBox = useCombobox({
    options,
    keyOf,
    text,
    onText: picker.setText,
    onChoose: choose,
    // While values are chosen, the fields stay as they are.
    followsPointer: field === null,
    onKey,
  });
  const option = fieldBox.active;
  const shown = field ?? (option !== undefined && 'field' in option ? option.field : null);
  const shownNth = field === null && option?.kind === 'field' ? option.nth : nth;
  const current = shown === null ? undefined : picker.rulesOn(shown)[shownNth];
  // Counts respect the conditions on other fields; they follow when the keys rest.
  const wanted = useMemo(() => withoutField(entries, scope, shown), [entries, scope, shown]);
  useEffect(() => {
    const timer = setTimeout(() => setCounted(wanted), VALUES_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const listed = shown !== null && hasValueList(current?.rule ?? blankRule(shown)) ? shown : null;
  const isList = field !== null && listed !== null;
  const lines =
    listed === null
      ? null
      : matchValues(listed, values(listed), {
          text: isList ? text : '',
          chosen: current?.rule.values.filter((value) => value !== null) ?? [],
          canType: profile.isExtended || listed === 'assignee',
        });
  const valueBox = useCombobox({
    options: lines ?? [],
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
    onKey,
  });
  // Each step starts at the first line.
  const step = `${scope} ${field} ${nth}`;
  const [lastStep, setLastStep] = useState(step);
  if (step !== lastStep) {
    setLastStep(step);
    fieldBox.setActive(null);
    valueBox.setActive(null);
  }

  function apply(): void {
    onChange(searchOf(entries));
    // The chip that anchored the menu may be gone.
    if (anchor.current?.isConnected === true) anchor.current.focus();
    onClose();
  }

  function choose(chosen: FieldOption): void {
    picker.choose(chosen);
    // Typed values have fields of their own.
    if (chosen.kind !== 'field' || filterOf(chosen.field).listValues !== undefined) input.current?.focus();
  }

  /** Keys of the empty field: go to the values, back to the fields, or remove the last condition. */
  function onKey({ key, ctrlKey, metaKey }: ComboboxKey): boolean {
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

  const label = isList ? messages.findValue(filterOf(field).label) : messages.find;
  const textField = (
    <input
      ref={input}
      type="text"
      aria-label={label}
      placeholder={label}
      {...(isList ? valueBox : fieldBox).inputProps}
      // Both lists follow the field.
      aria-controls={[
        ...(field === null || !isPhone ? [fieldBox.listId] : []),
        ...(lines !== null && lines.length > 0 ? [valueBox.listId] : []),
      ].join(' ')}
      onFocus={() => isOpen.current && field !== null && !isList && !isPhone && picker.leaveField()}
      className="mb-1 min-h-control w-full flex-none rounded-control border border-line-control bg-surface px-2 text-13 pointer-coarse:max-md:text-[16px]"
    />
  );
  const groupNote = scope === null ? null : <p className="px-2 pb-1 text-12 text-ink-3">{messages.inGroup}</p>;
  const fieldPane = (
    <>
      <div
        {...fieldBox.listboxProps}
        aria-label={messages.fields}
        className="overflow-y-auto md:max-h-[min(470px,60dvh)]"
      >
        {options.map((line) => {
          const isShown = line.kind === 'field' && line.field === shown && line.nth === shownNth;
          const isMarked = field === null ? line === option : isShown;
          return (
            <div
              key={keyOf(line)}
              {...fieldBox.optionProps(line)}
              aria-selected={isShown}
              className={`flex min-h-7 cursor-pointer items-center gap-2 rounded-chip px-2 pointer-coarse:min-h-11 ${
                isMarked ? 'bg-selected' : ''
              } ${line.kind === 'new-group' || line.kind === 'back' ? 'text-ink-2' : ''}`}
            >
              <FieldLine option={line} isShown={isShown} />
            </div>
          );
        })}
      </div>
      {options.length > 0 ? null : <p className="px-2 py-1.5 text-12 text-ink-3">{messages.noMatch}</p>}
    </>
  );
  const valuePane = (
    <ValuePane
      key={`${scope} ${shown} ${shownNth}`}
      picker={picker}
      field={shown}
      current={current}
      lines={lines}
      combobox={valueBox}
      isSingle={isSingle}
      onInvalid={setInvalid}
      onRemoved={() => input.current?.focus()}
      onBack={isPhone ? () => goBack(false) : undefined}
    />
  );
  const footer = <Footer search={search} entries={entries} isInvalid={isInvalid} onApply={apply} />;

  const keys = {
    role: 'none',
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey) || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (!isInvalid && refusalOf(entries) === null) apply();
    },
  };
  if (isPhone) {
    return (
      <Dialog
        title={messages.title}
        onClose={onClose}
        footer={footer}
        className="max-md:h-dvh max-md:max-h-dvh max-md:rounded-none"
      >
        {/* Not the text field: a phone's keyboard would cover the options. */}
        <div {...keys} tabIndex={-1} data-autofocus="" className="flex flex-col outline-none">
          {field === null || isList ? textField : null}
          {field === null ? groupNote : null}
          {field === null ? fieldPane : valuePane}
        </div>
      </Dialog>
    );
  }
  return (
    <Layer anchor={anchor} onClose={onClose} id={id} role="dialog" label={messages.title} className="w-[440px]">
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

/** Stable while the list around the option changes. */
function keyOf(option: FieldOption): string {
  if (option.kind === 'field') return `${option.field} ${option.nth}`;
  if (option.kind === 'value') return `value ${option.field} ${option.value}`;
  return option.kind === 'group' ? `group ${option.at}` : option.kind;
}

/** A field with the number of its values in use, a group, or a value found by typing. */
function FieldLine({ option, isShown }: { readonly option: FieldOption; readonly isShown: boolean }) {
  return (
    <>
      {option.kind === 'back' ? <Icon name="back" size={14} className="text-ink-3" /> : null}
      {option.kind === 'value' ? <span className="flex-none text-ink-3">{filterOf(option.field).label}</span> : null}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {option.label}
      </span>
      {option.kind === 'field' && option.inUse > 0 ? (
        <span className="flex-none text-12 text-ink-3 tabular-nums">
          {formatCount(option.inUse)} <span className="sr-only">{messages.inUse(option.inUse)}</span>
        </span>
      ) : null}
      {isShown || option.kind === 'group' ? <Icon name="forward" size={14} className="text-ink-3" /> : null}
    </>
  );
}

interface FooterProps {
  readonly search: InboxSearch;
  readonly entries: readonly Entry[];
  readonly isInvalid: boolean;
  readonly onApply: () => void;
}

/** "149 would match" and Apply. */
function Footer({ search, entries, isInvalid, onApply }: FooterProps) {
  const profile = useProfile();
  const settled = useSettled(entries, COUNT_MS);
  const { query } = planList(withFilter(search, searchOf(settled)), profile);
  const count = useQuery({ ...countOptions(query), enabled: refusalOf(settled) === null });
  const total = settled === entries ? count.data?.total_count : undefined;
  const { counting, notCounted, wouldMatch } = messages;
  const text = count.isError ? notCounted : total === undefined ? counting : wouldMatch(total, formatCount(total));
  const refusal = refusalOf(entries);
  const reason = isInvalid ? messages.checkValue : refusal === null ? undefined : messages.refusal[refusal];
  return (
    <div className="flex w-full items-center gap-2 px-2 pt-1.5 pb-0.5 max-md:px-0">
      <span role="status" className="min-w-0 flex-1 text-12 text-ink-3 tabular-nums">
        {reason ?? text}
      </span>
      <Button
        variant="primary"
        size="sm"
        kbd="mod+enter"
        disabledReason={reason}
        onClick={onApply}
        className="max-md:min-h-9"
      >
        {messages.apply}
      </Button>
    </div>
  );
}

interface ValuePaneProps {
  readonly picker: Picker;
  /** The field whose values are shown; null on a group or on Back. */
  readonly field: RuleField | null;
  /** The condition that is shown; undefined before it has a value. */
  readonly current: PlacedRule | undefined;
  /** The values to choose from; null where they are typed. */
  readonly lines: readonly ListedValue[] | null;
  readonly combobox: Pick<ReturnType<typeof useCombobox<ListedValue>>, 'active' | 'listboxProps' | 'optionProps'>;
  readonly isSingle: boolean;
  readonly onInvalid: (isInvalid: boolean) => void;
  readonly onBack: (() => void) | undefined;
  /** Told that the pressed button is gone. */
  readonly onRemoved: () => void;
}

/** The right pane: how a field compares, and with what. */
function ValuePane(props: ValuePaneProps) {
  const { picker, field, current, lines, combobox, isSingle, onInvalid, onBack, onRemoved } = props;
  const pane = useRef<HTMLDivElement>(null);
  const isEntered = picker.field !== null;
  const isTyped = lines === null;
  // Where something is typed, the first field for it is what Enter was for.
  useEffect(() => {
    if (!isEntered || !isTyped) return;
    const find = (selector: string) => pane.current?.querySelector<HTMLElement>(selector);
    (find('textarea, input') ?? find('select'))?.focus();
  }, [isEntered, isTyped]);
  useEffect(() => () => onInvalid(false), [onInvalid]);

  if (field === null) return <p className="px-2 py-1.5 text-12 text-ink-2">{messages.aboutGroups}</p>;
  const rule = current?.rule ?? blankRule(field);
  const { label } = filterOf(field);
  function put(next: Rule | null, isInvalid = false): void {
    picker.put(current?.at ?? null, next);
    onInvalid(isInvalid);
  }
  return (
    <div ref={pane} className="flex min-w-0 flex-col">
      <div className="flex min-h-7 items-center gap-1.5 ps-2 text-12">
        {onBack === undefined ? null : (
          <IconButton size="sm" icon="back" label={messages.back} onClick={onBack} className="-ms-2" />
        )}
        <span className="flex-none text-ink-3">{label}</span>
        <OperatorMenu rule={rule} isSingle={isSingle} onChange={put} />
        <span className="flex-1" />
        {current === undefined || isSingle || ruleKind(field) === 'flag' ? null : (
          <>
            <IconButton
              size="sm"
              icon="plus"
              label={messages.anotherOf(label)}
              onClick={() => {
                picker.put(null, blankRule(field));
                picker.showNth(field, picker.rulesOn(field).length);
              }}
            />
            <IconButton
              size="sm"
              icon="close"
              label={messages.removeRule}
              onClick={() => {
                put(null);
                picker.leaveField();
                onRemoved();
              }}
            />
          </>
        )}
      </div>
      {isTyped ? (
        <TypedValues key={rule.op} rule={rule} onChange={put} />
      ) : (
        <>
          <div
            {...combobox.listboxProps}
            aria-label={messages.values(label)}
            className="overflow-y-auto md:max-h-[min(400px,50dvh)]"
          >
            {lines.map((line) => (
              <div
                key={line.value}
                {...combobox.optionProps(line)}
                className={`flex min-h-7 cursor-pointer items-center gap-2 rounded-chip px-2 hover:bg-hover pointer-coarse:min-h-11 ${
                  isEntered && line === combobox.active ? 'bg-selected hover:bg-selected' : ''
                }`}
              >
                <TickBox on={isChosen(rule, line.value) ? 'all' : 'none'} isRound={isSingle} />
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {line.label}
                </span>
                {line.count === undefined ? null : (
                  <span className="flex-none text-12 text-ink-3 tabular-nums">{formatCount(line.count)}</span>
                )}
              </div>
            ))}
          </div>
          {lines.length > 0 ? null : (
            <p className="px-2 py-1.5 text-12 text-ink-3">
              {field === 'assignee' && isSingle ? messages.agentIds : messages.noMatch}
            </p>
          )}
        </>
      )}
    </div>
  );
}

interface OperatorMenuProps {
  readonly rule: Rule;
  readonly isSingle: boolean;
  readonly onChange: (rule: Rule) => void;
}

/** The word between field and value, which can be changed where there are several. */
function OperatorMenu({ rule, isSingle, onChange }: OperatorMenuProps) {
  const { label, operators } = filterOf(rule.field);
  if (operators.length === 0) return null;
  if (isSingle) return <span className="font-medium text-ink-2">{filterMessages.op.is}</span>;
  return (
    <span className="relative inline-flex min-w-0 items-center text-accent-text">
      <select
        aria-label={messages.operator(label)}
        value={rule.op}
        onChange={(event) => {
          const op = operators.find((name) => name === event.target.value);
          if (op !== undefined) onChange(withOp(rule, op));
        }}
        className="min-h-6 min-w-0 cursor-pointer appearance-none rounded-chip bg-transparent ps-0.5 pe-5 font-medium text-accent-text hover:underline pointer-coarse:min-h-9 pointer-coarse:max-md:text-[16px]"
      >
        {operators.map((op) => (
          <option key={op} value={op} className="bg-raised text-ink">
            {operatorWord({ field: rule.field, op, values: [] })}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} className="pointer-events-none absolute end-0.5" />
    </span>
  );
}
