import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

const SLOW_MS = 8_000;

/** Put it beside a skeleton: after 8 s it says that the service is slow, and offers another try. */
export function SlowNotice({ onRetry }: { readonly onRetry: () => void }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
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
