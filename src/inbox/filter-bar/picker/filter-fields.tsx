import { Icon } from '#src/ui/icon.tsx';
import { formatCount } from '#src/format/number.ts';
import type { RuleField } from './filter-entries.ts';
import { filterMessages } from './filter-messages.ts';
import type { FieldOption } from './picker-options.ts';
import { fieldWord } from './filter-words.ts';

interface FilterFieldsProps {
  readonly id: string;
  readonly options: readonly FieldOption[];
  /** The line that the keys act on; null while they act on values. */
  readonly active: number | null;
  /** The field whose values stand beside. */
  readonly shown: RuleField | null;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (option: FieldOption) => void;
}

/** The left pane: fields with the number of values in use, groups, and values found by typing. */
export function FilterFields({ id, options, active, shown, onPoint, onChoose }: FilterFieldsProps) {
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={filterMessages.fields}
        className="overflow-y-auto md:max-h-[min(470px,60dvh)]"
      >
        {options.map((option, index) => {
          const isShown = option.kind === 'field' && option.field === shown;
          return (
            <div
              key={keyOf(option)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={isShown}
              ref={index === active ? keepInSight : null}
              className={`flex min-h-7 cursor-pointer items-center gap-2 rounded-chip px-2 pointer-coarse:min-h-11 ${
                index === active || (active === null && isShown) ? 'bg-selected' : ''
              } ${option.kind === 'new-group' || option.kind === 'back' ? 'text-ink-2' : ''}`}
              onPointerMove={(event) => event.pointerType === 'mouse' && index !== active && onPoint(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
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

function keyOf(option: FieldOption): string {
  if (option.kind === 'field') return option.field;
  if (option.kind === 'value') return `${option.field} ${option.value}`;
  return option.kind === 'group' ? `group ${option.at}` : option.kind;
}

function keepInSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
