import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { TextField } from '#src/forms/field.tsx';
import { openDraft, type CommentKind } from '#src/outbox/drafts.ts';
import { ownerOf } from '#src/session/owner.ts';
import { insertInComposer } from '#src/ticket-edit/compose-keys.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { dismiss, type Offer } from './ask.ts';
import { messages } from './messages.ts';

const words = messages.offer;

function useDrafts(ticketId: bigint) {
  const owner = ownerOf(useWhoami());
  return { public: openDraft(owner, ticketId, 'public'), internal: openDraft(owner, ticketId, 'internal') };
}

/** Whether a reply was sent with the offered draft, or without it. */
export function useIsSettled(ticketId: bigint, offer: Offer | null): boolean {
  const drafts = useDrafts(ticketId);
  const ids = [
    useSelector(drafts.public.state, ({ origin }) => origin.ai?.callId),
    useSelector(drafts.internal.state, ({ origin }) => origin.ai?.callId),
  ];
  const callId = offer?.mode === 'reply' ? offer.callId?.toString() : undefined;
  return callId !== undefined && !ids.includes(callId);
}

interface OfferCardProps {
  readonly ticketId: bigint;
  readonly offer: Offer;
  readonly isBusy: boolean;
  /** Words for the next draft. */
  readonly hint: string;
  readonly onHint: (hint: string) => void;
  readonly onAgain: () => void;
}

/** The AI's text, beside the text field: nothing is sent by itself. */
export function OfferCard({ ticketId, offer, isBusy, hint, onHint, onAgain }: OfferCardProps) {
  const { mode, callId, text, bullets, model, tokens, usd, sources } = offer;
  const canInsert = isWholeService(useWhoami());
  const { reason } = useWriteAccess('tickets:write');
  const drafts = useDrafts(ticketId);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
    announce(words.ready[mode]);
  }, [mode]);

  function insert(kind: CommentKind): void {
    insertInComposer(ticketId.toString(), kind, text);
    announce(words.inserted);
    if (mode !== 'reply' || callId === null) return;
    const other = kind === 'public' ? 'internal' : 'public';
    if (drafts[other].state.get().origin.ai?.callId === callId.toString()) drafts[other].setAi(null);
    drafts[kind].setAi({ callId: callId.toString(), text, isInserted: true });
  }

  return (
    <section
      ref={card}
      aria-label={words.title[mode]}
      aria-busy={isBusy}
      className="rounded-control border border-accent-line bg-accent-tint px-2.5 py-2"
    >
      <h3 className="flex items-center gap-1.5 text-12 font-semibold text-accent-text">
        <Icon name="spark" size={14} />
        {words.title[mode]}
      </h3>
      {bullets.length > 0 ? (
        <ul dir="auto" className="my-1 list-disc ps-5 [overflow-wrap:anywhere]">
          {bullets.map((bullet, index) => (
            // The same words may occur twice, so the index is the key.
            <li key={index}>{bullet}</li>
          ))}
        </ul>
      ) : (
        <p dir="auto" className="my-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
      <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
        {sources.length === 0 ? null : `${words.sources(sources.join(', '))}. `}
        {mode === 'reply' ? `${words.check} ` : null}
        {model === undefined || tokens === undefined || usd === undefined
          ? null
          : words.cost(model, formatCount(tokens), formatUsd(usd))}
      </p>
      <div data-next={isBusy ? undefined : ''} className="mt-2 flex flex-wrap items-center gap-2">
        {canInsert ? (
          <>
            {mode === 'reply' ? (
              <Button variant="primary" disabledReason={reason} onClick={() => insert('public')}>
                {words.insert}
              </Button>
            ) : null}
            <Button
              variant={mode === 'reply' ? 'default' : 'primary'}
              disabledReason={reason}
              onClick={() => insert('internal')}
            >
              {words.insertNote}
            </Button>
          </>
        ) : (
          <CopyButton text={text} label={words.copy[mode]} showLabel size="md" />
        )}
        <Button variant="ghost" onClick={() => dismiss(ticketId, mode)}>
          {words.dismiss}
        </Button>
      </div>
      {mode === 'reply' ? (
        <form
          className="mt-2"
          onSubmit={(event) => {
            event.preventDefault();
            onAgain();
          }}
        >
          <TextField
            label={messages.hint}
            maxLength={300}
            value={hint}
            onChange={({ target }) => onHint(target.value)}
          />
        </form>
      ) : null}
    </section>
  );
}
