import { useEffect, useState } from 'react';
import { onAllowance, readAllowance, startAllowance } from '#src/api/allowance.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './allowance-messages.ts';

const TICK_MS = 1_000;

/** How many calls the token has left in this minute, as the service says and all open tabs use it. */
export function AllowanceMeter() {
  const [view, setView] = useState(readAllowance);
  useEffect(() => {
    const look = () => setView(readAllowance());
    startAllowance();
    look();
    const stop = onAllowance(look);
    // Calls of others and the end of the minute come without an answer of ours.
    const timer = setInterval(look, TICK_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  if (view === null) return null;
  const { limit, left } = view;
  const text = messages.left(limit, formatCount(left), formatCount(limit));
  const share = Math.min(1, left / limit);
  const colour = left === 0 ? 'bg-danger' : share <= 0.25 ? 'bg-warn' : 'bg-accent';
  return (
    <div className="mt-3">
      <p className="text-12 text-ink-2 tabular-nums">{text}</p>
      <div
        role="meter"
        aria-label={messages.name}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={left}
        aria-valuetext={text}
        className="mt-1 h-1.5 overflow-hidden rounded-full bg-active outline outline-1 outline-transparent"
      >
        <div className={`h-full ${colour} forced-colors:bg-[CanvasText]`} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  );
}
