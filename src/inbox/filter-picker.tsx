import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { formatCount } from '#src/format/number.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Layer } from '#src/ui/layer.tsx';
import { chooseValue, takesSeveral, valuesOf } from './filter-change.ts';
import { fieldsOf, useFilterValues, type ChipName } from './filter-values.ts';
import type { Abilities, ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import { matchOptions, type PickerOption } from './picker-options.ts';
import type { InboxSearch } from './search.ts';

interface FilterPickerProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly can: Abilities;
  readonly anchor: RefObject<HTMLElement | null>;
  /** Opened on a chip: the values of its field. */
  readonly startField: ChipName | null;
  readonly onChange: (change: Partial<InboxSearch>) => void;
  readonly onRemoveLast: () => void;
  readonly onClose: () => void;
}

/** Fields, then values, in one list with type-ahead over both. */
export function FilterPicker(props: FilterPickerProps) {
  const { search, plan, can, anchor, startField, onChange, onRemoveLast, onClose } = props;
  const [field, setField] = useState(startField);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const values = useFilterValues(plan, can);
  const id = useId();
  const listId = useId();
  const { filter } = messages;
  const options = matchOptions({
    field,
    text,
    values,
    fields: fieldsOf(can),
    canType: can.filters || field === 'assignee',
  });
  const current = Math.min(active, Math.max(0, options.length - 1));

  function enter(next: ChipName | null): void {
    setField(next);
    setText('');
    setActive(0);
  }

  function choose(option: PickerOption | undefined): void {
    if (option === undefined) return;
    if (option.value === null) return enter(option.field);
    onChange(chooseValue(search, option.field, option.value, can));
    if (takesSeveral(option.field, can) && field !== null) return setText('');
    onClose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const count = options.length;
    if (event.key === 'ArrowDown') setActive(count === 0 ? 0 : (current + 1) % count);
    else if (event.key === 'ArrowUp') setActive(count === 0 ? 0 : (current - 1 + count) % count);
    else if (event.key === 'Enter') choose(options[current]);
    else if (event.key === 'Backspace' && text === '') {
      if (field === null) onRemoveLast();
      else if (startField === null) enter(null);
    } else return;
    event.preventDefault();
  }

  const label = field === null ? filter.choose : filter.fields[field];
  return (
    <Layer anchor={anchor} onClose={onClose} id={id} role="dialog" label={label} className="w-64">
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options.length === 0 ? undefined : `${listId}-${current}`}
        aria-label={field === null ? filter.find : filter.values(filter.fields[field])}
        placeholder={field === null ? filter.find : filter.values(filter.fields[field])}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className="mb-1 min-h-control w-full rounded-chip border border-line-control bg-surface px-2 text-13 pointer-coarse:max-md:text-[16px]"
      />
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable={field !== null && takesSeveral(field, can)}
        className="max-h-72 overflow-y-auto"
      >
        {options.map((option, index) => {
          const isChosen = option.value !== null && valuesOf(search, option.field).includes(option.value);
          return (
            <div
              key={`${option.field} ${option.value}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={isChosen}
              className={`flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 ${index === current ? 'bg-selected' : ''}`}
              ref={index === current ? keepInSight : null}
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.hint === undefined ? null : <span className="flex-none text-ink-3">{option.hint}</span>}
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {option.label}
              </span>
              {option.count === undefined ? null : (
                <span className="flex-none text-12 text-ink-3 tabular-nums">{formatCount(option.count)}</span>
              )}
              {option.value === null ? <Icon name="forward" size={14} className="text-ink-3" /> : null}
              {isChosen ? <Icon name="check" size={14} className="text-accent-text" /> : null}
            </div>
          );
        })}
      </div>
      {options.length > 0 ? null : (
        <p className="px-2 py-1.5 text-12 text-ink-3">
          {field === 'assignee' && !can.filters ? filter.agentIds : filter.none}
        </p>
      )}
    </Layer>
  );
}

function keepInSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
