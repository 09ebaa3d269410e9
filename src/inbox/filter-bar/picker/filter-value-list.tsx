import { formatCount } from '#src/format/number.ts';
import type { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { TickBox } from '#src/ui/tick-box.tsx';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { fieldWord } from '#src/inbox/filters/filter-words.ts';
import { isChosen } from './picker-draft.ts';
import type { ListedValue } from '#src/inbox/filters/filter-table.ts';
import type { Rule, RuleField } from '#src/inbox/filters/filter-rule.ts';

export type ValueCombobox = Pick<
  ReturnType<typeof useCombobox<ListedValue>>,
  'active' | 'listboxProps' | 'optionProps'
>;

interface FilterValueListProps {
  readonly combobox: ValueCombobox;
  readonly field: RuleField;
  readonly rule: Rule;
  readonly lines: readonly ListedValue[];
  /** The keys act on them. */
  readonly isActive: boolean;
  readonly isSingle: boolean;
}

/** Values with their counts. The keys are those of the field in which one types. */
export function FilterValueList({ combobox, field, rule, lines, isActive, isSingle }: FilterValueListProps) {
  return (
    <>
      <div
        {...combobox.listboxProps}
        aria-label={filterMessages.values(fieldWord(field))}
        className="overflow-y-auto md:max-h-[min(400px,50dvh)]"
      >
        {lines.map((line) => {
          const { value, label, count } = line;
          const chosen = isChosen(rule, value);
          return (
            <div
              key={value}
              {...combobox.optionProps(line)}
              className={`flex min-h-7 cursor-pointer items-center gap-2 rounded-chip px-2 hover:bg-hover pointer-coarse:min-h-11 ${
                isActive && line === combobox.active ? 'bg-selected hover:bg-selected' : ''
              }`}
            >
              <TickBox on={chosen ? 'all' : 'none'} isRound={isSingle} />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {label}
              </span>
              {count === undefined ? null : (
                <span className="flex-none text-12 text-ink-3 tabular-nums">{formatCount(count)}</span>
              )}
            </div>
          );
        })}
      </div>
      {lines.length > 0 ? null : (
        <p className="px-2 py-1.5 text-12 text-ink-3">
          {field === 'assignee' && isSingle ? filterMessages.agentIds : filterMessages.noMatch}
        </p>
      )}
    </>
  );
}
