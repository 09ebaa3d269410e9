import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '#src/ui/button-class.ts';
import { Spinner } from '#src/ui/loading.tsx';
import { messages } from './request-words.ts';

const { older: texts } = messages;

export interface OlderMessagesProps {
  readonly hasMore: boolean;
  /** @returns an error message, or null */
  readonly onShow: () => Promise<string | null>;
}

/** A button above the messages of a request that loads older ones. */
export function OlderMessages({ hasMore, onShow }: OlderMessagesProps) {
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wasShown, setShown] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focused button disappears with the last page.
    if (wasShown && !hasMore && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [wasShown, hasMore]);

  async function show(): Promise<void> {
    if (isLoading) return;
    setLoading(true);
    setProblem(null);
    const failure = await onShow();
    setLoading(false);
    setProblem(failure);
    if (failure === null) setShown(true);
  }

  if (!hasMore)
    return wasShown ? (
      <p ref={end} tabIndex={-1} className="border-b border-line py-3 text-[13px] text-ink-3 outline-none">
        {texts.all}
      </p>
    ) : null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3">
      <button
        type="button"
        aria-disabled={isLoading || undefined}
        aria-busy={isLoading || undefined}
        className={buttonClass({ size: 'lg' })}
        onClick={() => void show()}
      >
        {isLoading ? <Spinner /> : null}
        {problem === null ? texts.show : texts.retry}
      </button>
      <p role="alert" className="text-[13px] text-danger-text empty:hidden">
        {problem}
      </p>
      <p role="status" className="sr-only">
        {isLoading ? texts.loading : wasShown && problem === null ? texts.shown : ''}
      </p>
    </div>
  );
}
