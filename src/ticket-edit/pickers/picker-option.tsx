import type { ComponentProps } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { TickBox } from '#src/ui/tick-box.tsx';
import { messages } from '#src/ticket-edit/messages.ts';
import type { PickerChoice } from './picker-choices.tsx';

interface PickerOptionProps extends ComponentProps<'div'> {
  readonly choice: PickerChoice;
  readonly isActive: boolean;
  readonly on: PickerChoice['on'];
  /** Any of them can be chosen, each with a box. */
  readonly isBox: boolean;
  /** The key that chooses it. */
  readonly digit: number | null;
}

/** A value that can be chosen. The other props are those of the combobox. */
export function PickerOption({ choice, isActive, on, isBox, digit, ...option }: PickerOptionProps) {
  return (
    <div
      {...option}
      className={`flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 pointer-coarse:min-h-11 ${isActive ? 'bg-selected' : ''}`}
    >
      {isBox ? <TickBox on={on} /> : null}
      {choice.glyph === undefined ? null : (
        <span aria-hidden="true" className="inline-flex flex-none">
          {choice.glyph}
        </span>
      )}
      {/* The name goes before all else: it breaks into lines, and what stands beside it gives way. */}
      <span dir="auto" className="min-w-36 flex-1 py-1 [overflow-wrap:anywhere]">
        {choice.label}
      </span>
      {choice.note === undefined ? null : (
        <span title={choice.note} className="min-w-0 truncate text-12 text-ink-3 tabular-nums">
          {choice.note}
        </span>
      )}
      {on === 'some' ? (
        <span title={messages.picker.some} className="w-3.5 flex-none text-center text-ink-3">
          {/* The box shows it. */}
          {isBox ? null : <span aria-hidden="true">–</span>}
          <span className="sr-only">{messages.picker.some}</span>
        </span>
      ) : isBox ? null : (
        <Icon name="check" size={14} className={`flex-none ${on === 'all' ? 'text-accent-text' : 'invisible'}`} />
      )}
      {digit === null ? null : <Kbd keys={String(digit)} />}
    </div>
  );
}
