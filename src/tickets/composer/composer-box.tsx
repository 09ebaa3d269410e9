import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { addTicketComment } from '#contract/ticket-writes.ts';
import type { TicketDetail, TicketStatus, Comment } from '#contract/tickets.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { describeDifference } from '#src/ticket-edit/update/describe-change.ts';
import { giveTypedTo } from '#src/ui/keys/give-typed.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { ChannelMenu, lastChannelOf, KindTabs, ComposerFoot } from './composer-frame.tsx';
import { AnswerNotice, ComposerFailure, SendConflictNotice } from './composer-notices.tsx';
import type { ComposerState, DraftSession, SendConflict } from './draft-session.ts';
import { messages } from './messages.ts';
import { type CommentKind, notifyArrived, notifyDiscarded, notifySent } from './send-comment.ts';

export function newestIdOf(comments: readonly Comment[]): bigint | null {
  return comments.reduce<bigint | null>((newest, { id }) => (newest === null || id > newest ? id : newest), null);
}

/** Public messages that came after the comment that was the newest when the text was begun. */
export function repliesSince(comments: readonly Comment[], seenId: string | null): readonly Comment[] {
  return since(comments, seenId).filter(({ visibility }) => visibility === 'public');
}

/** Whether a message that was sent without an answer stands in the conversation. */
export function hasArrived(
  { isTried, sending, seenId, text }: ComposerState,
  kind: CommentKind,
  comments: readonly Comment[],
): boolean {
  if (!isTried || sending !== null) return false;
  return since(comments, seenId).some(({ visibility, body }) => visibility === kind && body === text);
}

export function isOnlyThread({ before, current }: SendConflict, zone: string): boolean {
  return describeDifference(before, current, zone) === '';
}

function since(comments: readonly Comment[], seenId: string | null): readonly Comment[] {
  const seen = seenId === null ? 0n : BigInt(seenId);
  return comments.filter(({ id }) => id > seen);
}

interface Values {
  body: string;
}

const resolver = contractResolver<Values, Values, Values>({
  schema: z.pick(addTicketComment.body, { body: true }),
  names: { body: messages.text },
  bodyOf: ({ body }) => ({ body }),
});

/** Judges a message by the contract. Its text stays in the draft: docs/decisions/0016-the-composer-keeps-its-draft.md */
export function useMessageForm(text: string) {
  const { setValue, handleSubmit, formState } = useForm<Values, unknown, Values>({
    defaultValues: { body: text },
    resolver,
  });
  const isEmpty = text.trim() === '';
  useEffect(() => setValue('body', text, { shouldValidate: !isEmpty }), [setValue, text, isEmpty]);
  const { errors } = formState;
  return {
    /** The contract's reason against the text. */
    problem: isEmpty ? undefined : errors.body?.message,
    /** Sends what the contract takes; anything else becomes the `problem`. */
    submit: (send: () => Promise<void>) => handleSubmit(send)(),
  };
}

function useLeaveWarning(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAsked]);
}

interface ComposerBoxProps {
  readonly ticket: TicketDetail;
  readonly session: DraftSession;
  readonly state: ComposerState;
  readonly drafts: Readonly<Record<CommentKind, boolean>>;
  /** Counts how often the keys asked for the text field. */
  readonly focusAsked: number;
  readonly disabledReason: string | undefined;
  readonly onKind: (kind: CommentKind) => void;
  readonly onLeave: () => void;
  /** @param status what the ticket was set to with it; null for nothing */
  readonly onSent: (status: TicketStatus | null) => void;
}

/** The text, what is to be known before it is sent, and the buttons. */
export function ComposerBox(props: ComposerBoxProps) {
  const { ticket, session, state, focusAsked, disabledReason } = props;
  const { kind } = session;
  const zone = useDisplayZone();
  const isOffline = useOffline();
  const failure = useFailure(state.failure);
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { problem, submit } = useMessageForm(state.text);
  const isSending = state.sending !== null;
  const comments = ticket.comments ?? [];
  const newestId = newestIdOf(comments);
  const answers = kind === 'public' && state.text !== '' && !isSending ? repliesSince(comments, state.seenId) : [];
  const channel = state.channel ?? lastChannelOf(ticket);

  useEffect(() => {
    if (focusAsked > 0 && field.current !== null) giveTypedTo(field.current);
  }, [focusAsked]);
  const isThere = hasArrived(state, kind, comments);
  useEffect(() => {
    if (!isThere) return;
    session.arrive();
    notifyArrived(kind, ticket);
  }, [isThere, session, kind, ticket]);
  // Only what could not be stored would be lost.
  useLeaveWarning(state.note === 'memory' && state.text !== '');

  const why = whyNot();
  function whyNot(): string | undefined {
    if (disabledReason !== undefined) return disabledReason;
    if (state.text.trim() === '') return messages.why.empty;
    if (problem !== undefined) return problem;
    if (isOffline) return messages.why.offline;
    return failure !== null && failure.waitSeconds > 0 ? messages.why.wait(failure.waitSeconds) : undefined;
  }

  async function send(status: TicketStatus | null): Promise<void> {
    if (isSending) return;
    if (why !== undefined) return announce(why);
    await submit(async () => {
      const result = await session.send(ticket, kind === 'public' ? channel : null, status);
      notifySent(result, { kind, ticket, status });
      if (result.end === 'sent') props.onSent(status);
    });
  }

  // Elsewhere on the page the same keys belong to others.
  const isHere = () => box.current?.contains(document.activeElement) === true;
  const ifHere = (act: () => void) => () => (isHere() ? act() : false);
  const { keys } = messages;
  useShortcut(
    'mod+enter',
    ifHere(() => void send(null)),
    { label: keys.send, group: keys.group },
  );
  useShortcut(
    'mod+shift+enter',
    ifHere(() => void send('resolved')),
    { label: keys.resolve, group: keys.group },
  );

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    props.onLeave();
  }

  // A new answer says more than that the conversation is another.
  const conflict =
    state.conflict !== null && answers.length > 0 && isOnlyThread(state.conflict, zone) ? null : state.conflict;
  const hasNotice = conflict !== null || answers.length > 0;
  const isNote = kind === 'internal';
  return (
    <div ref={box} role="none" className="max-w-[764px]" onKeyDown={onKeyDown}>
      {conflict === null ? null : (
        <SendConflictNotice
          conflict={conflict}
          kind={kind}
          onKeep={keepTheirs}
          onApply={(status) => void send(status)}
        />
      )}
      {answers.length === 0 ? null : <AnswerNotice answers={answers} isAttached={conflict !== null} />}
      <div
        className={`border has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus max-md:border-x-0 max-md:border-b-0 ${
          isNote
            ? 'border-warn-line bg-warn-tint forced-colors:border-4 forced-colors:border-double'
            : 'border-line-strong bg-surface'
        } ${hasNotice ? 'rounded-b-[8px]' : 'rounded-[8px]'} max-md:rounded-none`}
      >
        <KindTabs kind={kind} drafts={props.drafts} onKind={props.onKind}>
          {isNote ? null : (
            <ChannelMenu ticket={ticket} channel={channel} onChannel={(next) => session.setChannel(next)} />
          )}
        </KindTabs>
        <div role="tabpanel" aria-label={messages[kind]}>
          <textarea
            ref={field}
            dir="auto"
            value={state.text}
            readOnly={isSending}
            aria-label={messages[kind]}
            aria-describedby="composer-hint"
            aria-invalid={problem !== undefined || undefined}
            placeholder={messages.placeholder[kind]}
            onChange={(event) => session.type(event.target.value, newestId)}
            onBlur={() => session.flush()}
            className="block field-sizing-content max-h-[40dvh] min-h-20 w-full resize-none overflow-y-auto bg-transparent px-3 py-2.5 text-ink outline-none [overflow-wrap:anywhere]"
          />
          {failure === null ? null : <ComposerFailure error={state.failure} failure={failure} kind={kind} />}
          <ComposerFoot
            kind={kind}
            state={state}
            whyNot={why}
            problem={problem}
            answerCount={answers.length}
            onSend={(status) => void send(status)}
            onDiscard={discard}
          />
        </div>
      </div>
    </div>
  );

  function keepTheirs(): void {
    session.see(newestId);
    field.current?.focus();
  }

  function discard(): void {
    notifyDiscarded(kind, session.discard());
    field.current?.focus();
  }
}
