import { useEffect, useState } from 'react';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';
import type { Wait } from './send.ts';

const TICK_MS = 500;

/** What the service asked to wait for, counted down. */
export function WaitText({ wait }: { readonly wait: Wait | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (wait === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [wait]);
  if (wait === null) return null;
  const seconds = Math.max(0, Math.ceil((wait.untilMs - now) / 1_000));
  return <span className="text-warn-text tabular-nums">{messages.wait[wait.for](formatCount(seconds))}</span>;
}
