import { useEffect, useRef, useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { chipWords, shownOp, type ShownOp } from '#src/inbox/filters/chips.ts';
import { filterOf } from '#src/inbox/filters/filter-query.ts';
import {
  RANGES,
  rangeOp,
  ruleKind,
  type RangeOp,
  type Rule,
  type RuleField,
  type RuleOp,
  filterMessages,
} from '#src/inbox/filters/filter-rule.ts';
import type { ListedValue } from '#src/inbox/filters/filter-table.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import type { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { TickBox } from '#src/ui/tick-box.tsx';
import { messages } from './messages.ts';
import { TypedValues } from './typed-values.tsx';
import { blankRule, isChosen, withOp, type Picker } from './use-picker.ts';

interface ValuePaneProps {
  readonly picker: Picker;
  /** The field whose values are shown; null where the keys are on a group, or on the way back. */
  readonly field: RuleField | null;
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
export function ValuePane(props: ValuePaneProps) {
  const { picker, field, lines, combobox, isSingle, onInvalid, onBack, onRemoved } = props;
  const rules = field === null ? [] : picker.rulesOn(field);
  const current = rules[picker.nth];
  const pane = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState(() => rangeOp(current?.rule.values ?? []));
  const isEntered = picker.field !== null;
  const isTyped = lines === null;
  // Where something is typed, the first field for it is what Enter was for.
  useEffect(() => {
    if (!isEntered || !isTyped) return;
    const find = (selector: string) => pane.current?.querySelector<HTMLElement>(selector);
    (find('textarea, input') ?? find('select'))?.focus();
  }, [isEntered, isTyped]);
  useEffect(() => () => onInvalid(false), [onInvalid]);

  if (field === null) return <GroupNote picker={picker} onBack={onBack} onRemoved={onRemoved} />;
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
        <OperatorMenu rule={rule} range={range} canFilter={!isSingle} onRange={setRange} onChange={put} />
        <span className="flex-1" />
        {rules.length < 2 ? null : (
          <button
            type="button"
            aria-label={messages.nextOf(label)}
            className="hit relative min-h-6 rounded-chip px-1 text-accent-text tabular-nums hover:underline"
            onClick={() => picker.showNth((picker.nth + 1) % rules.length)}
          >
            {messages.nth(picker.nth + 1, rules.length)}
          </button>
        )}
        {current === undefined || isSingle || ruleKind(field) === 'flag' ? null : (
          <>
            <IconButton
              size="sm"
              icon="plus"
              label={messages.anotherOf(label)}
              onClick={() => {
                picker.put(null, blankRule(field));
                picker.showNth(rules.length);
              }}
            />
            <IconButton
              size="sm"
              icon="close"
              label={messages.removeRule}
              onClick={() => {
                put(null);
                picker.showNth(0);
                onRemoved();
              }}
            />
          </>
        )}
      </div>
      {isTyped ? (
        <TypedValues key={`${rule.op} ${range}`} rule={rule} range={range} onChange={put} />
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
  readonly range: RangeOp;
  readonly canFilter: boolean;
  readonly onRange: (range: RangeOp) => void;
  readonly onChange: (rule: Rule) => void;
}

interface Choice {
  readonly key: ShownOp;
  readonly op: RuleOp;
}

/** The word between field and value, which can be changed where there are several. */
function OperatorMenu({ rule, range, canFilter, onRange, onChange }: OperatorMenuProps) {
  const isInstant = ruleKind(rule.field) === 'instant';
  const { label, operators } = filterOf(rule.field);
  const choices: readonly Choice[] = canFilter
    ? operators.flatMap((op): readonly Choice[] =>
        op === 'between' && isInstant
          ? RANGES.map((key) => ({ key, op }))
          : [{ key: shownOp({ ...rule, op, values: [] }), op }],
      )
    : [{ key: 'is', op: 'any_of' }];
  const chosen = choices.find(({ key, op }) => op === rule.op && (op !== 'between' || !isInstant || key === range));
  const [only] = choices;
  if (only === undefined) return null;
  if (choices.length === 1) return <span className="font-medium text-ink-2">{filterMessages.op[only.key]}</span>;

  function choose(key: string): void {
    const op = choices.find((choice) => choice.key === key)?.op;
    if (op === undefined) return;
    if (op !== 'between' || !isInstant) return onChange(withOp(rule, op));
    onRange(RANGES.find((name) => name === key) ?? 'between');
    const [from = null, to = null] = rule.op === 'between' ? rule.values : [];
    const values = key === 'before' ? [null, to ?? from] : key === 'from' ? [from ?? to, null] : [from, to];
    onChange({ ...rule, op, values });
  }

  return (
    <span className="relative inline-flex min-w-0 items-center text-accent-text">
      <select
        aria-label={messages.operator(label)}
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

/** Explains groups; a combination from a link can only be removed. */
function GroupNote({ picker, onBack, onRemoved }: Pick<ValuePaneProps, 'picker' | 'onBack' | 'onRemoved'>) {
  const zone = useDisplayZone();
  const entry = picker.scope === null ? undefined : picker.entries[picker.scope];
  const foreign = entry !== undefined && 'foreign' in entry ? entry : null;
  return (
    <div className="flex flex-col items-start gap-2 px-2 py-1.5 text-12 text-ink-2">
      <p>{foreign === null ? messages.aboutGroups : messages.foreign}</p>
      {foreign === null ? null : (
        <>
          <p dir="auto" className="text-ink">
            {chipWords(foreign, { agents: new Map(), zone }).value}
          </p>
          <Button
            size="sm"
            onClick={() => {
              picker.removeGroup();
              onRemoved();
            }}
          >
            {messages.removeRule}
          </Button>
        </>
      )}
      {onBack === undefined ? null : (
        <Button size="sm" onClick={onBack}>
          {messages.back}
        </Button>
      )}
    </div>
  );
}
