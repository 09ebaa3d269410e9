import { useEffect, useRef, useState, useId } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { ruleKind, type Rule, type RuleField, type RuleOp } from '#src/inbox/filters/filter-rule.ts';
import type { ListedValue } from '#src/inbox/filters/filter-table.ts';
import { fieldWord, rangeOp, type RangeOp, chipWords, shownOp, type ShownOp } from '#src/inbox/filters/filter-words.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { FilterDates } from './filter-dates.tsx';
import { FilterNumbers } from './filter-numbers.tsx';
import { FilterValueList, type ValueCombobox } from './filter-value-list.tsx';
import { blankRule, type PlacedRule, opsOf, withOp } from './picker-draft.ts';
import type { PickerState } from './picker-state.ts';

interface FilterOperatorProps {
  readonly rule: Rule;
  /** How a time is compared: the rule does not say it before both ends are there. */
  readonly range: RangeOp;
  readonly canFilter: boolean;
  readonly onRange: (range: RangeOp) => void;
  readonly onChange: (rule: Rule) => void;
}

interface Choice {
  readonly key: ShownOp;
  readonly op: RuleOp;
}

const RANGES: readonly RangeOp[] = ['between', 'before', 'from'];

/** The word between field and value, which can be changed. */
function FilterOperator({ rule, range, canFilter, onRange, onChange }: FilterOperatorProps) {
  const isInstant = ruleKind(rule.field) === 'instant';
  const choices = opsOf(rule.field, canFilter).flatMap((op): readonly Choice[] =>
    op === 'between' && isInstant
      ? RANGES.map((key) => ({ key, op }))
      : [{ key: canFilter ? shownOp({ ...rule, op, values: [] }) : 'is', op }],
  );
  const chosen = choices.find(({ key, op }) => op === rule.op && (op !== 'between' || !isInstant || key === range));
  const [only] = choices;
  if (only === undefined) return null;
  if (choices.length === 1) return <span className="font-medium text-ink-2">{filterMessages.op[only.key]}</span>;

  function choose(key: string): void {
    const next = choices.find((choice) => choice.key === key);
    if (next === undefined) return;
    const nextRange = RANGES.find((name) => name === key);
    if (isInstant && nextRange !== undefined) onRange(nextRange);
    const [from = null, to = null] = rule.op === 'between' ? rule.values : [];
    const kept = key === 'before' ? [null, to ?? from] : key === 'from' ? [from ?? to, null] : [from, to];
    onChange(isInstant && next.op === 'between' ? { ...rule, op: 'between', values: kept } : withOp(rule, next.op));
  }

  return (
    <span className="relative inline-flex min-w-0 items-center text-accent-text">
      <select
        aria-label={filterMessages.operator(fieldWord(rule.field))}
        value={chosen?.key}
        onChange={(event) => choose(event.target.value)}
        className="min-h-6 min-w-0 cursor-pointer appearance-none rounded-chip bg-transparent ps-0.5 pe-5 font-medium text-accent-text hover:underline pointer-coarse:min-h-9 pointer-coarse:max-md:text-[16px]"
      >
        {choices.map(({ key }) => (
          <option key={key} value={key} className="bg-raised text-ink">
            {filterMessages.op[key]}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} className="pointer-events-none absolute end-0.5" />
    </span>
  );
}

interface FilterGroupNoteProps {
  readonly picker: PickerState;
  readonly onBack: (() => void) | undefined;
  /** What was pressed is gone. */
  readonly onRemoved: () => void;
}

/** What a group is; and a combination from a link, which can only be removed. */
function FilterGroupNote({ picker, onBack, onRemoved }: FilterGroupNoteProps) {
  const zone = useDisplayZone();
  const { scope, entries } = picker;
  const entry = scope === null ? undefined : entries[scope];
  const { aboutGroups, foreign, removeRule, back } = filterMessages;
  return (
    <div className="flex flex-col items-start gap-2 px-2 py-1.5 text-12 text-ink-2">
      <p>{entry !== undefined && 'foreign' in entry ? foreign : aboutGroups}</p>
      {entry === undefined || !('foreign' in entry) || scope === null ? null : (
        <>
          <p dir="auto" className="text-ink">
            {chipWords(entry, { agents: new Map(), zone }).value}
          </p>
          <Button
            size="sm"
            onClick={() => {
              picker.removeGroup(scope);
              onRemoved();
            }}
          >
            {removeRule}
          </Button>
        </>
      )}
      {onBack === undefined ? null : (
        <Button size="sm" onClick={onBack}>
          {back}
        </Button>
      )}
    </div>
  );
}

const MAX_TEXT_LENGTH = 300;

/** Texts, one a line. */
function FilterTexts({ rule, onChange }: { readonly rule: Rule; readonly onChange: (rule: Rule) => void }) {
  const [text, setText] = useState(() => rule.values.join('\n'));
  const hintId = useId();
  return (
    <div className="flex flex-col gap-1 px-2 pt-1">
      <textarea
        rows={3}
        aria-label={filterMessages.values(fieldWord(rule.field))}
        aria-describedby={hintId}
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ ...rule, values: linesOf(event.target.value) });
        }}
        className="min-h-16 w-full resize-none rounded-control border border-line-control bg-surface px-2 py-1 text-13 pointer-coarse:max-md:text-[16px]"
      />
      <p id={hintId} className="text-12 text-ink-3">
        {filterMessages.lines}
      </p>
    </div>
  );
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => [...line.trim()].slice(0, MAX_TEXT_LENGTH).join(''));
  return [...new Set(lines.filter((line) => line !== ''))];
}

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
