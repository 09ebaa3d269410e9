import type { ComponentProps } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { messages } from '#src/ticket-edit/messages.ts';
import type { PickerChoice } from './picker-choices.tsx';

interface PickerOptionProps extends ComponentProps<'div'> {
  readonly choice: PickerChoice;
  readonly isActive: boolean;
  readonly on: PickerChoice['on'];
  /** The key that chooses it. */
  readonly digit: number | null;
}

/** A value that can be chosen. The other props are those of the combobox. */
export function PickerOption({ choice, isActive, on, digit, ...option }: PickerOptionProps) {
  return (
    <div
      {...option}
      className={`flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 pointer-coarse:min-h-11 ${isActive ? 'bg-selected' : ''}`}
    >
      {choice.glyph === undefined ? null : (
        <span aria-hidden="true" className="inline-flex flex-none">
          {choice.glyph}
        </span>
      )}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {choice.label}
      </span>
      {choice.note === undefined ? null : (
        <span className="flex-none text-12 text-ink-3 tabular-nums">{choice.note}</span>
      )}
      {on === 'some' ? <span className="flex-none text-12 text-ink-3">{messages.picker.some}</span> : null}
      <Icon name="check" size={14} className={on === 'all' ? 'text-accent-text' : 'invisible'} />
      {digit === null ? null : <Kbd keys={String(digit)} />}
    </div>
  );
}
