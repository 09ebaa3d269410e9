import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FilterDates } from './filter-dates.tsx';
import { FilterGroupNote } from './filter-group-note.tsx';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { FilterNumbers } from './filter-numbers.tsx';
import { FilterOperator } from './filter-operator.tsx';
import { FilterTexts } from './filter-texts.tsx';
import { FilterValueList, type ValueCombobox } from './filter-value-list.tsx';
import { fieldWord, rangeOp, type RangeOp } from '#src/inbox/filters/filter-words.ts';
import { blankRule, type PlacedRule } from './picker-draft.ts';
import type { PickerState } from './picker-state.ts';
import type { ListedValue } from '#src/inbox/filters/filter-table.ts';
import { ruleKind, type Rule, type RuleField } from '#src/inbox/filters/filter-rule.ts';

interface FilterValuesProps {
  readonly combobox: ValueCombobox;
  /** Null where no field is pointed at: a group, or the way back. */
  readonly field: RuleField | null;
  /** The values are being chosen, and not only looked at. */
  readonly isEntered: boolean;
  readonly picker: PickerState;
  readonly current: PlacedRule | undefined;
  /** How many conditions there are on the field. */
  readonly others: number;
  /** What can be chosen; null where it is typed. */
  readonly lines: readonly ListedValue[] | null;
  /** The keys act on the values. */
  readonly isActive: boolean;
  readonly isSingle: boolean;
  readonly onInvalid: (invalid: boolean) => void;
  readonly onBack: (() => void) | undefined;
  /** What was pressed is gone. */
  readonly onRemoved: () => void;
}

/** The right pane: how a field compares, and with what. */
export function FilterValues(props: FilterValuesProps) {
  const { combobox, field, isEntered, picker, current, others, lines, isSingle, onInvalid, onBack, onRemoved } = props;
  const pane = useRef<HTMLDivElement>(null);
  const hasList = lines !== null;
  const [range, setRange] = useState(() => rangeOp(current?.rule.values ?? []));
  // Where something is typed, the first field for it is what Enter was for.
  useEffect(() => {
    if (!isEntered || hasList) return;
    const find = (selector: string) => pane.current?.querySelector<HTMLElement>(selector);
    (find('textarea, input') ?? find('select'))?.focus();
  }, [isEntered, hasList]);
  useEffect(() => () => onInvalid(false), [onInvalid]);

  if (field === null) return <FilterGroupNote picker={picker} onBack={onBack} onRemoved={onRemoved} />;
  const rule = current?.rule ?? blankRule(field);
  const put = (next: Rule | null) => picker.put(current?.at ?? null, next);
  const name = fieldWord(field);
  return (
    <div ref={pane} className="flex min-w-0 flex-col">
      <div className="flex min-h-7 items-center gap-1.5 ps-2 text-12">
        {onBack === undefined ? null : (
          <IconButton size="sm" icon="back" label={filterMessages.back} onClick={onBack} className="-ms-2" />
        )}
        <span className="flex-none text-ink-3">{name}</span>
        <FilterOperator rule={rule} range={range} canFilter={!isSingle} onRange={setRange} onChange={put} />
        <span className="flex-1" />
        {others < 2 ? null : (
          <button
            type="button"
            aria-label={filterMessages.nextOf(name)}
            className="hit relative min-h-6 rounded-chip px-1 text-accent-text tabular-nums hover:underline"
            onClick={() => picker.showNth((picker.nth + 1) % others)}
          >
            {filterMessages.nth(picker.nth + 1, others)}
          </button>
        )}
        {current === undefined || isSingle || ruleKind(field) === 'flag' ? null : (
          <>
            <IconButton
              size="sm"
              icon="plus"
              label={filterMessages.anotherOf(name)}
              onClick={() => {
                picker.put(null, blankRule(field));
                picker.showNth(others);
              }}
            />
            <IconButton
              size="sm"
              icon="close"
              label={filterMessages.removeRule}
              onClick={() => {
                put(null);
                picker.showNth(0);
                onRemoved();
              }}
            />
          </>
        )}
      </div>
      {hasList ? (
        <FilterValueList
          combobox={combobox}
          field={field}
          rule={rule}
          lines={lines}
          isActive={props.isActive}
          isSingle={isSingle}
        />
      ) : (
        <TypedValue key={`${rule.op} ${range}`} rule={rule} range={range} onChange={put} onInvalid={onInvalid} />
      )}
    </div>
  );
}

interface TypedValueProps {
  readonly rule: Rule;
  readonly range: RangeOp;
  readonly onChange: (rule: Rule) => void;
  readonly onInvalid: (invalid: boolean) => void;
}

function TypedValue({ rule, range, onChange, onInvalid }: TypedValueProps) {
  if (rule.op === 'is_set' || rule.op === 'is_not_set') {
    return <p className="px-2 py-1.5 text-12 text-ink-3">{filterMessages.presence}</p>;
  }
  const kind = ruleKind(rule.field);
  if (kind === 'instant') return <FilterDates rule={rule} range={range} onChange={onChange} onInvalid={onInvalid} />;
  if (kind === 'number' || kind === 'id')
    return <FilterNumbers rule={rule} onChange={onChange} onInvalid={onInvalid} />;
  return <FilterTexts rule={rule} onChange={onChange} />;
}
