import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { focusComposer } from '#src/ticket-edit/compose-keys.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { type Outgoing, outgoingAtom, sendNow, takeBack, useOutgoing } from './outgoing.ts';

const TICK_MS = 200;

/** "Reply goes in 4 s", "Sending reply". */
function OutgoingState({ message }: { readonly message: Outgoing }) {
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
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((dueMs - nowMs) / 1000));
  return <span className="truncate">{messages.counting[kind](seconds)}</span>;
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

const LINK = 'hit relative min-h-6 flex-none font-medium text-accent-text hover:underline';

/** The button disappears with its line, so the focus moves to the text. */
function undo({ key, ticketId, kind }: Outgoing): void {
  if (takeBack(key)) focusComposer(ticketId.toString(), kind);
}

/** Above the box: the messages of this ticket that count down, with Undo and Send now. */
export function OutgoingList({ ticketId }: { readonly ticketId: bigint }) {
  const waiting = useSelector(outgoingAtom).filter((one) => one.ticketId === ticketId);
  if (waiting.length === 0) return null;
  return (
    <ul aria-label={messages.waiting} className="max-w-[calc(var(--w-measure)+84px)] pb-1.5 text-12 max-md:px-4">
      {waiting.map((message) => (
        <li key={message.key} className="flex min-h-7 items-center gap-x-3">
          <OutgoingState message={message} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-ink-3">
            {message.text}
          </span>
          {message.state === 'sending' ? null : (
            <>
              <button type="button" className={LINK} onClick={() => undo(message)}>
                {messages.undo}
              </button>
              <button type="button" className={LINK} onClick={() => sendNow(message.key)}>
                {messages.sendNow}
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
