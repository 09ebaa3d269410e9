import { formatCount } from '#src/format/number.ts';

interface CountChipsProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly value: Value | undefined;
  /** The first option, with the value undefined, is the list without a filter. */
  readonly options: readonly {
    readonly value: Value | undefined;
    readonly label: string;
    readonly count: number | undefined;
  }[];
  readonly onChange: (value: Value | undefined) => void;
}

const CHIP =
  'hit relative inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-chip border px-[7px] text-12 font-medium pointer-coarse:min-h-8';

/** Filters of a list, each with the number of rows that it shows; a second press removes the filter. */
export function CountChips<Value extends string>({ label, value, options, onChange }: CountChipsProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map((option) => {
        const isOn = option.value === value;
        return (
          <button
            key={option.value ?? ''}
            type="button"
            aria-pressed={isOn}
            className={`${CHIP} ${isOn ? 'border-accent-line bg-accent-tint text-accent-text' : 'border-line-strong text-ink-2 hover:bg-hover'}`}
            onClick={() => onChange(isOn ? undefined : option.value)}
          >
            {option.label}
            {option.count === undefined ? null : (
              <span className="font-normal text-ink-3 tabular-nums">{formatCount(option.count)}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}
