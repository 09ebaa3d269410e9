import { useEffect } from 'react';
import { announce } from '#src/ui/toasts/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

interface ConflictNoticeProps {
  /** Who changed it and when, in a sentence. */
  readonly title: string;
  /** Each field from and to; empty where none is different. */
  readonly difference: string;
  /** A sentence about the own changes that were not saved. */
  readonly unsaved: string;
  readonly onKeepTheirs: () => void;
  readonly onApplyMine: () => void;
  /** Stands on the box to which it belongs. */
  readonly isAttached?: boolean;
}

/** Another person was faster: what they changed, what was not saved, and the two ways on. */
export function ConflictNotice({
  title,
  difference,
  unsaved,
  onKeepTheirs,
  onApplyMine,
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
        <Button size="sm" onClick={onKeepTheirs}>
          {messages.conflict.keepTheirs}
        </Button>
        <Button size="sm" onClick={onApplyMine}>
          {messages.conflict.applyMine}
        </Button>
      </div>
    </section>
  );
}
