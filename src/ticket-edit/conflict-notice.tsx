import { useEffect } from 'react';
import { announce } from '#src/ui/toasts/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

interface ConflictNoticeProps {
  /** A sentence: the other person and the time. */
  readonly title: string;
  /** Each changed field with its old and new value; may be empty. */
  readonly difference: string;
  /** A sentence: one's own changes that were not saved. */
  readonly unsaved: string;
  readonly onReload: () => void;
  readonly onApplyAnyway: () => void;
  /** Joined to the box below it. */
  readonly isAttached?: boolean;
}

/** Another person was faster: what they changed and what was not saved, with Reload and Apply anyway. */
export function ConflictNotice({
  title,
  difference,
  unsaved,
  onReload,
  onApplyAnyway,
  isAttached = false,
}: ConflictNoticeProps) {
  useEffect(() => announce(`${title} ${unsaved}`, 'assertive'), [title, unsaved]);
  return (
    <section
      aria-label={title}
      className={`flex flex-wrap items-start gap-x-2.5 gap-y-2 border border-warn-line bg-warn-tint px-3 py-2.5 ${
        isAttached ? 'rounded-t-[8px] border-b-0' : 'rounded-[8px]'
      }`}
    >
      <Icon name="warning" size={14} className="mt-0.5 text-warn-text" />
      <div className="min-w-52 flex-1 [overflow-wrap:anywhere]">
        <p dir="auto" className="font-semibold">
          {title}
        </p>
        <p dir="auto" className="text-12 text-ink-2">
          {difference === '' ? messages.conflict.onlyThread : `${difference}.`} {unsaved}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onReload}>
          {messages.conflict.reload}
        </Button>
        <Button size="sm" onClick={onApplyAnyway}>
          {messages.conflict.applyAnyway}
        </Button>
      </div>
    </section>
  );
}
