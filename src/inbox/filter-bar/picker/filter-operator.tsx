import { Icon } from '#src/ui/icons/icon.tsx';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { fieldWord, shownOp, type RangeOp, type ShownOp } from '#src/inbox/filters/filter-words.ts';
import { opsOf, withOp } from './picker-draft.ts';
import { ruleKind, type Rule, type RuleOp } from '#src/inbox/filters/filter-rule.ts';

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
export function FilterOperator({ rule, range, canFilter, onRange, onChange }: FilterOperatorProps) {
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
