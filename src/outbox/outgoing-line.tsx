import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { type Outgoing, useOutgoing } from './outgoing.ts';

const TICK_MS = 200;

/** Whole seconds until then; 0 afterwards. */
function useSecondsUntil(dueMs: number): number {
  const left = (): number => Math.max(0, Math.ceil((dueMs - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const tick = (): void => setSeconds(Math.max(0, Math.ceil((dueMs - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [dueMs]);
  return seconds;
}

/** "Reply goes in 4 s", "Sending reply". */
export function OutgoingState({ message }: { readonly message: Outgoing }) {
  const { state, kind, dueMs } = message;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-ink-2 tabular-nums">
      <Icon name="clock" size={14} className="flex-none text-ink-3" />
      {state === 'counting' ? (
        <Counting kind={kind} dueMs={dueMs} />
      ) : (
        <span className="truncate">{messages[state][kind]}</span>
      )}
    </span>
  );
}

function Counting({ kind, dueMs }: Pick<Outgoing, 'kind' | 'dueMs'>) {
  return <span className="truncate">{messages.counting[kind](useSecondsUntil(dueMs))}</span>;
}

/** On a row of a list: the next message of this ticket. */
export function OutgoingLine({ ticketId }: { readonly ticketId: bigint }) {
  const message = useOutgoing(ticketId);
  return message === undefined ? null : (
    <span className="inline-flex min-w-0 text-12">
      <OutgoingState message={message} />
    </span>
  );
}
