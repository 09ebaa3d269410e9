import { useSelector } from '@tanstack/react-store';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback } from 'react';
import { flushSync } from 'react-dom';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { OutgoingState } from '#src/outbox/outgoing-line.tsx';
import { outgoingActs, outgoingAtom, type Outgoing } from '#src/outbox/outgoing.ts';
import { ownerOf } from '#src/session/owner.ts';
import { focusComposer, registerComposer } from '#src/ticket-edit/compose-keys.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useToastLift } from '#src/ui/toasts/toast-store.ts';
import { ComposerBox } from './composer-box.tsx';
import { openDraft, type DraftSession } from './draft-session.ts';
import { messages } from './messages.ts';
import { startOutbox } from './outgoing-messages.ts';
import type { CommentKind } from './send-comment.ts';

/** Its session lives on. */
function useRetained(session: DraftSession): void {
  useEffect(() => session.retain(), [session]);
}

/** Whether a draft has no text. */
function useIsEmpty(session: DraftSession): boolean {
  useRetained(session);
  return useSelector(session.store, ({ text }) => text === '');
}

interface ComposerProps {
  readonly ticket: TicketDetail;
  /** Only its row of a list is known: which messages it has comes later. */
  readonly isPreview: boolean;
  /** Esc in the box gives the focus away. */
  readonly onLeave: () => void;
  readonly onSent: (status: TicketStatus | null) => void;
}

/** Where a ticket is answered: a public reply or an internal note, each with its own draft. */
export const Composer = memo(function Composer({ ticket, isPreview, onLeave, onSent }: ComposerProps) {
  const { siteId, person } = ownerOf(useWhoami());
  const access = useWriteAccess('tickets:write');
  const replyDraft = useMemo(() => openDraft({ siteId, person }, ticket.id, 'public'), [siteId, person, ticket.id]);
  const noteDraft = useMemo(() => openDraft({ siteId, person }, ticket.id, 'internal'), [siteId, person, ticket.id]);
  const hasNoReply = useIsEmpty(replyDraft);
  const hasNoNote = useIsEmpty(noteDraft);
  const isPhone = useMedia('(max-width: 767px)');
  const [chosen, setChosen] = useState<CommentKind | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const kind = chosen ?? (hasNoReply && !hasNoNote ? 'internal' : 'public');
  const session = kind === 'public' ? replyDraft : noteDraft;
  useRetained(session);
  const isEmpty = hasNoReply && hasNoNote;
  const toastLift = useToastLift();

  const { allowed } = access;
  const write = useCallback((next: CommentKind): void => {
    flushSync(() => setChosen(next));
    const { current } = field;
    if (current === null || current === document.activeElement) return;
    current.focus();
    // Behind what stands there already.
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);
  useEffect(startOutbox, []);
  function changeKind(): void {
    const [from, to] = kind === 'public' ? [replyDraft, noteDraft] : [noteDraft, replyDraft];
    const at = field.current?.selectionEnd ?? 0;
    const { text, seenId } = from.take();
    flushSync(() => {
      if (text !== '') to.putBack({ text, channel: null, seenId, attempt: null });
      setChosen(to.kind);
    });
    field.current?.focus();
    field.current?.setSelectionRange(at, at);
  }
  const ticketId = ticket.id.toString();
  // With the commit that draws it: the key that asks for it goes on with the field.
  useLayoutEffect(() => {
    if (!allowed) return;
    return registerComposer(ticketId, (next) => {
      write(next);
      return true;
    });
  }, [ticketId, allowed, write]);
  if (access.reason === LEFT_OUT) return null;
  if (!access.allowed && isEmpty) {
    return (
      <p className="mx-5 mt-2 mb-4 flex flex-none items-center gap-2 rounded-control border border-line bg-sunken px-3 py-2 text-12 text-ink-3 max-md:mx-4 print:hidden">
        <Icon name="lock" size={14} />
        {access.reason}
      </p>
    );
  }
  if (isPhone && chosen === null && isEmpty) {
    return (
      <div ref={toastLift} className="grid flex-none grid-cols-2 gap-2 border-t border-line px-4 py-2 print:hidden">
        <Button icon="chat" onClick={() => write('public')}>
          {messages.public}
        </Button>
        <Button icon="lock" onClick={() => write('internal')}>
          {messages.internal}
        </Button>
      </div>
    );
  }
  return (
    <section
      ref={toastLift}
      aria-label={messages.label}
      className="flex-none px-5 pt-2 pb-4 max-md:px-0 max-md:pb-0 print:hidden"
    >
      <OutgoingList ticketId={ticket.id} />
      <ComposerBox
        ticket={ticket}
        session={session}
        hasOtherDraft={kind === 'public' ? !hasNoNote : !hasNoReply}
        isPreview={isPreview}
        field={field}
        disabledReason={access.reason}
        onKind={write}
        onOtherKind={changeKind}
        onSent={onSent}
        onLeave={() => {
          if (isPhone && isEmpty) setChosen(null);
          onLeave();
        }}
      />
    </section>
  );
});

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
