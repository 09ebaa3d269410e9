import { useSelector } from '@tanstack/react-store';
import { OutgoingState } from '#src/outbox/outgoing-line.tsx';
import { outgoingActs, outgoingAtom, type Outgoing } from '#src/outbox/outgoing.ts';
import { focusComposer } from '#src/ticket-edit/compose-keys.ts';
import { messages } from './messages.ts';

const LINK = 'hit relative min-h-6 flex-none font-medium text-accent-text hover:underline';

/** The pressed button goes with it: the hand goes on in the text. */
function undo({ key, ticketId, kind }: Outgoing): void {
  if (outgoingActs.current?.takeBack(key) === true) focusComposer(ticketId.toString(), kind);
}

/** Above the box: the messages of this ticket that wait to be sent, and the ways to have them back or out at once. */
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
              <button type="button" className={LINK} onClick={() => outgoingActs.current?.sendNow(message.key)}>
                {messages.sendNow}
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
