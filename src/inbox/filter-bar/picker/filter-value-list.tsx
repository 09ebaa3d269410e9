import { formatCount } from '#src/format/number.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { Rule, RuleField } from './filter-entries.ts';
import { filterMessages } from './filter-messages.ts';
import { fieldWord } from './filter-words.ts';
import { isChosen } from './picker-draft.ts';
import type { PickerValue } from './picker-values.ts';

interface FilterValueListProps {
  readonly id: string;
  readonly field: RuleField;
  readonly rule: Rule;
  readonly lines: readonly PickerValue[];
  /** The line that the keys act on. */
  readonly active: number | null;
  readonly isSingle: boolean;
  readonly onToggle: (value: string) => void;
}

/** Values with their counts. The keys are those of the field in which one types. */
export function FilterValueList({ id, field, rule, lines, active, isSingle, onToggle }: FilterValueListProps) {
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={filterMessages.values(fieldWord(field))}
        aria-multiselectable={!isSingle}
        className="overflow-y-auto md:max-h-[min(400px,50dvh)]"
      >
        {lines.map(({ value, label, count }, index) => {
          const chosen = isChosen(rule, value);
          return (
            <div
              key={value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={chosen}
              ref={index === active ? keepInSight : null}
              className={`flex min-h-7 cursor-pointer items-center gap-2 rounded-chip px-2 hover:bg-hover pointer-coarse:min-h-11 ${
                index === active ? 'bg-selected hover:bg-selected' : ''
              }`}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onToggle(value)}
            >
              <CheckBox isChecked={chosen} isRound={isSingle} />
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

/** Decorative: the option says that it is selected. */
function CheckBox({ isChecked, isRound }: { readonly isChecked: boolean; readonly isRound: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-3.5 flex-none place-items-center border ${isRound ? 'rounded-full' : 'rounded-tag'} ${
        isChecked ? 'border-accent bg-accent text-accent-on' : 'border-line-control bg-surface'
      }`}
    >
      {isChecked ? <Icon name="check" size={12} /> : null}
    </span>
  );
}

function keepInSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
