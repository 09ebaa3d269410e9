import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { messages } from './messages.ts';
import type { CommentKind } from './send-comment.ts';

const KINDS = ['public', 'internal'] as const;
const KEYS = { public: 'shift+r', internal: 'shift+n' } as const;

interface KindTabsProps {
  readonly kind: CommentKind;
  readonly drafts: Readonly<Record<CommentKind, boolean>>;
  readonly onKind: (kind: CommentKind) => void;
  /** At the end of the line. */
  readonly children: ReactNode;
}

/** Public reply or internal note. */
export function KindTabs({ kind, drafts, onKind, children }: KindTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = KINDS.find((value) => value !== kind) ?? 'public';
    onKind(other);
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b border-line px-3">
      <div
        ref={list}
        role="tablist"
        aria-label={messages.kinds}
        tabIndex={-1}
        className="flex gap-4"
        onKeyDown={onKeyDown}
      >
        {KINDS.map((value) => {
          const on = value === kind;
          return (
            <button
              key={value}
              type="button"
              role="tab"
              aria-selected={on}
              tabIndex={on ? 0 : -1}
              className={`hit relative inline-flex min-h-9 items-center gap-1.5 border-y-2 border-t-transparent font-medium ${
                on ? 'border-b-ink text-ink' : 'border-b-transparent text-ink-2 hover:text-ink'
              }`}
              onClick={() => onKind(value)}
            >
              {messages[value]}
              {drafts[value] && !on ? (
                <>
                  <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />
                  <span className="sr-only">{messages.hasDraft}</span>
                </>
              ) : null}
              {on ? null : <Kbd keys={KEYS[value]} />}
            </button>
          );
        })}
      </div>
      <span className="flex-1" />
      {children}
    </div>
  );
}
