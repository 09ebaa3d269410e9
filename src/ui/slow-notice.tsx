import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

/** Put it beside a skeleton: after 8 s it says that the service is slow, and offers another try. */
export function SlowNotice({ onRetry, afterMs = 8_000 }: { readonly onRetry: () => void; readonly afterMs?: number }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  if (!slow) return null;
  return (
    <div role="status" className="flex flex-wrap items-center justify-center gap-2 p-4 text-12 text-ink-3">
      {messages.stillLoading}
      <Button size="sm" onClick={onRetry}>
        {messages.retry}
      </Button>
    </div>
  );
}
