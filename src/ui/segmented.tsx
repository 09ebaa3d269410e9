import { useId, useRef, type KeyboardEvent } from 'react';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';

interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
  /** Why it cannot be chosen: its title, which is read with it. */
  readonly disabledReason?: string | undefined;
}

interface SegmentedProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SegmentedOption<Value>[];
  readonly onChange: (value: Value) => void;
}

/** Two to four exclusive values. One Tab stop; the arrow keys move and choose, as in any radio group. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const forward = event.key === 'ArrowDown' || event.key === (rtl ? 'ArrowLeft' : 'ArrowRight');
    const backward = event.key === 'ArrowUp' || event.key === (rtl ? 'ArrowRight' : 'ArrowLeft');
    if (!forward && !backward) return;
    event.preventDefault();
    const able = options.filter((option) => option.disabledReason === undefined);
    const at = able.findIndex((option) => option.value === value);
    const chosen = able[(at + (forward ? 1 : -1) + able.length) % able.length];
    if (chosen === undefined) return;
    onChange(chosen.value);
    const button = group.current?.children[options.indexOf(chosen)];
    if (button instanceof HTMLElement) button.focus();
  }

  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className="inline-flex flex-wrap gap-px rounded-control border border-transparent bg-active p-0.5"
      onKeyDown={move}
    >
      {options.map((option, index) => {
        const on = option.value === value;
        const isOff = option.disabledReason !== undefined;
        // Where none is chosen, the first one is the way in.
        const isStop = on || (index === 0 && options.every((other) => other.value !== value));
        return (
          <button
            key={option.value}
            id={`${id}-${option.value}`}
            type="button"
            role="radio"
            aria-checked={on}
            aria-disabled={isOff || undefined}
            title={option.disabledReason}
            tabIndex={isStop ? 0 : -1}
            className={`hit relative inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-[4px] border px-2 text-12 font-medium transition-colors duration-fast pointer-coarse:min-h-8 ${
              on
                ? 'border-line-strong bg-raised text-ink'
                : `border-transparent ${isOff ? 'cursor-not-allowed text-ink-disabled' : 'text-ink-2 hover:text-ink'}`
            }`}
            onClick={() => (isOff ? undefined : onChange(option.value))}
          >
            {option.icon === undefined ? null : <Icon name={option.icon} size={14} />}
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
