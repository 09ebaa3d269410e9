import type { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { formatCount } from '#src/format/number.ts';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import type { FieldOption } from './picker-options.ts';
import { fieldWord } from '#src/inbox/filters/filter-words.ts';
import type { RuleField } from '#src/inbox/filters/filter-rule.ts';

type Combobox = Pick<ReturnType<typeof useCombobox<FieldOption>>, 'active' | 'listboxProps' | 'optionProps'>;

interface FilterFieldsProps {
  readonly combobox: Combobox;
  readonly options: readonly FieldOption[];
  /** The field whose values stand beside. */
  readonly shown: RuleField | null;
  /** The keys act on fields, and not on values. */
  readonly isActive: boolean;
}

/** The left pane: fields with the number of values in use, groups, and values found by typing. */
export function FilterFields({ combobox, options, shown, isActive }: FilterFieldsProps) {
  return (
    <>
      <div
        {...combobox.listboxProps}
        aria-label={filterMessages.fields}
        className="overflow-y-auto md:max-h-[min(470px,60dvh)]"
      >
        {options.map((option) => {
          const isShown = option.kind === 'field' && option.field === shown;
          return (
            <div
              key={keyOf(option)}
              {...combobox.optionProps(option)}
              aria-selected={isShown}
              className={`flex min-h-7 cursor-pointer items-center gap-2 rounded-chip px-2 pointer-coarse:min-h-11 ${
                isActive ? (option === combobox.active ? 'bg-selected' : '') : isShown ? 'bg-selected' : ''
              } ${option.kind === 'new-group' || option.kind === 'back' ? 'text-ink-2' : ''}`}
            >
              {option.kind === 'back' ? <Icon name="back" size={14} className="text-ink-3" /> : null}
              {option.kind === 'value' ? <span className="flex-none text-ink-3">{fieldWord(option.field)}</span> : null}
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {option.label}
              </span>
              {option.kind === 'field' && option.inUse > 0 ? (
                <span className="flex-none text-12 text-ink-3 tabular-nums">
                  {formatCount(option.inUse)} <span className="sr-only">{filterMessages.inUse(option.inUse)}</span>
                </span>
              ) : null}
              {isShown || option.kind === 'group' ? <Icon name="forward" size={14} className="text-ink-3" /> : null}
            </div>
          );
        })}
      </div>
      {options.length > 0 ? null : <p className="px-2 py-1.5 text-12 text-ink-3">{filterMessages.noMatch}</p>}
    </>
  );
}

/** Stays the same for an option while the list around it changes. */
export function keyOf(option: FieldOption): string {
  if (option.kind === 'field') return option.field;
  if (option.kind === 'value') return `${option.field} ${option.value}`;
  return option.kind === 'group' ? `group ${option.at}` : option.kind;
}
