import { useSelector } from '@tanstack/react-store';
import { memo, useEffect, useMemo, useState, useCallback, type RefCallback } from 'react';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { takeComposeRequest, useComposeRequest } from '#src/ticket-edit/compose-request.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { dropTyping } from '#src/ui/keys/type-ahead.ts';
import { ComposerBox } from './composer-box.tsx';
import type { ComposerState } from './draft-session.ts';
import { openDraft, type DraftSession } from './draft-session.ts';
import { messages } from './messages.ts';
import type { CommentKind } from './send-comment.ts';

/** Where the toasts end, from the start of the window: see `toaster.tsx`. */
const TOASTS_END_PX = 376;

/** For the ref of a part at the bottom of the page: toasts that would cover it go above, so that its buttons stay in reach. */
function useToastLift(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (element === null) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      const { top, left, right } = element.getBoundingClientRect();
      const isRtl = getComputedStyle(element).direction === 'rtl';
      const isUnder = isRtl ? innerWidth - right < TOASTS_END_PX : left < TOASTS_END_PX;
      if (isUnder) style.setProperty('--toast-lift', `${innerHeight - top}px`);
      else style.removeProperty('--toast-lift');
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty('--toast-lift');
    };
  }, []);
}

/** The state of a draft, whose session lives on while it is shown. */
function useDraft(session: DraftSession): ComposerState {
  useEffect(() => session.retain(), [session]);
  return useSelector(session.store);
}

interface ComposerProps {
  readonly ticket: TicketDetail;
  /** Esc in the box gives the focus away. */
  readonly onLeave: () => void;
  readonly onSent: (status: TicketStatus | null) => void;
}

/** Where a ticket is answered: a public reply or an internal note, each with its own draft. */
export const Composer = memo(function Composer({ ticket, onLeave, onSent }: ComposerProps) {
  const { site_id: siteId } = useWhoami();
  const access = useWriteAccess('tickets:write');
  const replyDraft = useMemo(() => openDraft(siteId, ticket.id, 'public'), [siteId, ticket.id]);
  const noteDraft = useMemo(() => openDraft(siteId, ticket.id, 'internal'), [siteId, ticket.id]);
  const reply = useDraft(replyDraft);
  const note = useDraft(noteDraft);
  const isPhone = useMedia('(max-width: 767px)');
  const [chosen, setChosen] = useState<CommentKind | null>(null);
  const [focusAsked, setFocusAsked] = useState(0);
  const kind = chosen ?? (reply.text === '' && note.text !== '' ? 'internal' : 'public');
  const isEmpty = reply.text === '' && note.text === '';
  const toastLift = useToastLift();

  function write(next: CommentKind): void {
    setChosen(next);
    setFocusAsked((before) => before + 1);
  }
  const asked = useComposeRequest(ticket.id.toString());
  const { allowed } = access;
  useEffect(() => {
    if (asked === null) return;
    takeComposeRequest();
    if (allowed) write(asked);
    else dropTyping();
  }, [asked, allowed]);

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
      <ComposerBox
        // Another ticket or kind is another text.
        key={`${ticket.id} ${kind}`}
        ticket={ticket}
        session={kind === 'public' ? replyDraft : noteDraft}
        state={kind === 'public' ? reply : note}
        drafts={{ public: reply.text !== '', internal: note.text !== '' }}
        focusAsked={focusAsked}
        disabledReason={access.reason}
        onKind={write}
        onSent={onSent}
        onLeave={() => {
          if (isPhone && isEmpty) setChosen(null);
          onLeave();
        }}
      />
    </section>
  );
});
