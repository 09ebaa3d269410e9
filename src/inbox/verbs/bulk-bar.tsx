import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { messages } from '#src/ticket-edit/verb-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { useToastLift } from '#src/ui/toasts/toast-store.ts';

interface BulkBarProps {
  readonly count: number;
  readonly total: number;
  readonly isAllMatching: boolean;
  readonly disabledReason: string | undefined;
  readonly onPick: (field: PickerField, anchor: HTMLElement) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

/** Toolbar over the list while tickets are selected. */
export function BulkBar(props: BulkBarProps) {
  const { count, total, isAllMatching, disabledReason, onPick, onSelectAll, onClear } = props;
  const whoami = useWhoami();
  const toastLift = useToastLift();
  const fields: readonly { readonly field: PickerField; readonly label: string; readonly kbd?: string }[] = [
    { field: 'status', label: messages.status },
    { field: 'priority', label: messages.priority },
    { field: 'assignee', label: messages.assign, kbd: 'a' },
    ...(isWholeService(whoami) ? [{ field: 'tags' as const, label: messages.tags, kbd: 't' }] : []),
    ...(isWholeService(whoami) ? [{ field: 'snooze' as const, label: messages.snooze, kbd: 'z' }] : []),
  ];
  return (
    <div
      ref={toastLift}
      role="toolbar"
      aria-label={messages.bar}
      data-bulk-bar=""
      tabIndex={-1}
      className="flex min-h-12 flex-none flex-wrap items-center gap-1.5 border-t border-line-strong bg-raised px-3 py-2 text-12 shadow-1 outline-none"
    >
      <span className="me-1 font-medium whitespace-nowrap text-ink tabular-nums">
        {isAllMatching ? messages.allSelected(formatCount(count)) : messages.selected(count, formatCount(count))}
      </span>
      {fields.map(({ field, label, kbd }) => (
        <Button
          key={field}
          size="sm"
          aria-haspopup="dialog"
          disabledReason={disabledReason}
          {...(kbd === undefined ? {} : { kbd })}
          onClick={(event) => onPick(field, event.currentTarget)}
        >
          {label}
        </Button>
      ))}
      <span className="flex-1" />
      {isAllMatching || count >= total ? null : (
        <Button variant="ghost" size="sm" onClick={onSelectAll}>
          {messages.selectAll(formatCount(total))}
        </Button>
      )}
      <Button variant="ghost" size="sm" kbd="escape" onClick={onClear}>
        {messages.clear}
      </Button>
    </div>
  );
}
