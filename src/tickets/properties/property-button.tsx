import type { ReactNode } from 'react';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { messages } from '#src/tickets/messages.ts';

interface PropertyButtonProps {
  readonly field: PickerField;
  readonly label: string;
  readonly kbd: string;
  readonly isOpen: boolean;
  /** Why it cannot be changed. */
  readonly disabledReason: string | undefined;
  readonly onOpen: (anchor: HTMLElement) => void;
  readonly children: ReactNode;
}

/** The value of a property, which opens what it can be changed to. */
export function PropertyButton(props: PropertyButtonProps) {
  const { field, label, kbd, isOpen, disabledReason, onOpen, children } = props;
  const off = disabledReason !== undefined;
  return (
    <Tooltip text={disabledReason}>
      <button
        type="button"
        data-field={field}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-disabled={off || undefined}
        className={`group hit relative -ms-1.5 flex min-h-7 min-w-0 flex-1 items-center gap-1.5 rounded-control border border-transparent px-1.5 text-start [overflow-wrap:anywhere] ${
          off ? 'cursor-not-allowed' : 'hover:bg-hover'
        } ${isOpen ? 'bg-active' : ''}`}
        onClick={(event) => {
          if (!off) onOpen(event.currentTarget);
        }}
      >
        {/* Before the value, so that the name is as it reads: "Status: Open". */}
        <span className="sr-only">{messages.properties.named(label)} </span>
        {children}
        {off ? (
          <span className="sr-only">. {disabledReason}</span>
        ) : (
          <span className="ms-auto opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
            <Kbd keys={kbd} />
          </span>
        )}
      </button>
    </Tooltip>
  );
}
