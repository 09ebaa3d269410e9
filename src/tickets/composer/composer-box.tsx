import { useSelector } from '@tanstack/react-store';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { addTicketComment } from '#contract/ticket-writes.ts';
import type { TicketDetail, TicketStatus, Comment } from '#contract/tickets.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { outgoingActs, outgoingAtom } from '#src/outbox/outgoing.ts';
import { describeDifference } from '#src/ticket-edit/update/describe-change.ts';
import { messages as verbMessages } from '#src/ticket-edit/verb-messages.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { ChannelMenu, KindTabs, ComposerFoot } from './composer-frame.tsx';
import { AnswerNotice, ComposerFailure, SendConflictNotice } from './composer-notices.tsx';
import type { ComposerState, DraftSession, SendConflict } from './draft-session.ts';
import { messages } from './messages.ts';
import { sendMessage } from './outgoing-messages.ts';
import { type CommentKind, lastChannelOf, notifyArrived, notifyDiscarded } from './send-comment.ts';

export function newestIdOf(comments: readonly Comment[]): bigint | null {
  return comments.reduce<bigint | null>((newest, { id }) => (newest === null || id > newest ? id : newest), null);
}

/** Public messages that came after the comment that was the newest when the text was begun. */
export function repliesSince(comments: readonly Comment[], seenId: ComposerState['seenId']): readonly Comment[] {
  return since(comments, seenId).filter(({ visibility }) => visibility === 'public');
}

/** Whether a message that was sent without an answer stands in the conversation. */
export function hasArrived(
  { isTried, seenId, text }: ComposerState,
  kind: CommentKind,
  comments: readonly Comment[],
): boolean {
  if (!isTried) return false;
  return since(comments, seenId).some(({ visibility, body }) => visibility === kind && body === text);
}

export function isOnlyThread({ before, current }: SendConflict, zone: string): boolean {
  return describeDifference(before, current, zone) === '';
}

function since(comments: readonly Comment[], seenId: ComposerState['seenId']): readonly Comment[] {
  if (seenId === undefined) return [];
  const seen = seenId === null ? 0n : BigInt(seenId);
  return comments.filter(({ id }) => id > seen);
}

/** The contract's reason against a text; undefined where it takes it. */
function problemOf(text: string): string | undefined {
  const [issue] = text.trim() === '' ? [] : (z.safeParse(addTicketComment.body.shape.body, text).error?.issues ?? []);
  return issue === undefined ? undefined : `${messages.text} ${issue.message}.`;
}

/** Takes back what was sent last from this box, while it waits. */
function takeLastBack(ticketId: bigint, kind: CommentKind): boolean {
  const last = outgoingAtom.get().findLast((one) => one.ticketId === ticketId && one.kind === kind);
  return last !== undefined && outgoingActs.current?.takeBack(last.key) === true;
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
  readonly hasOtherDraft: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isPreview: boolean;
  readonly disabledReason: string | undefined;
  readonly onKind: (kind: CommentKind) => void;
  /** The words become a message of the other kind. */
  readonly onOtherKind: () => void;
  readonly onLeave: () => void;
  /** @param status what the ticket was set to with it; null for nothing */
  readonly onSent: (status: TicketStatus | null) => void;
}

/** The text, what is to be known before it is sent, and the buttons. */
export function ComposerBox(props: ComposerBoxProps) {
  const { ticket, session, field, isPreview, disabledReason } = props;
  const { kind } = session;
  const state = useSelector(session.store);
  const zone = useDisplayZone();
  const failure = useFailure(state.failure);
  const box = useRef<HTMLDivElement>(null);
  const problem = useMemo(() => problemOf(state.text), [state.text]);
  const comments = ticket.comments ?? [];
  const newestId = isPreview ? undefined : newestIdOf(comments);
  const answers = kind === 'public' && state.text !== '' ? repliesSince(comments, state.seenId) : [];
  // Not known yet: the service decides, and nobody guesses.
  const channel = state.channel ?? (isPreview ? null : lastChannelOf(ticket));

  useEffect(() => {
    if (newestId !== undefined) session.comeToKnow(newestId);
  }, [session, newestId, state.seenId]);
  const isThere = hasArrived(state, kind, comments);
  useEffect(() => {
    if (!isThere) return;
    session.arrive();
    notifyArrived(kind, ticket);
  }, [isThere, session, kind, ticket]);
  // Only what could not be stored would be lost.
  useLeaveWarning(state.note === 'memory' && state.text !== '');

  const menu = useMemo(
    () =>
      kind === 'internal' ? null : (
        <ChannelMenu ticket={ticket} channel={channel} onChannel={(next) => session.setChannel(next)} />
      ),
    [kind, ticket, channel, session],
  );

  const why = whyNot();
  function whyNot(): string | undefined {
    if (disabledReason !== undefined) return disabledReason;
    if (state.text.trim() === '') return messages.why.empty;
    if (problem !== undefined) return problem;
    return failure !== null && failure.waitSeconds > 0 ? messages.why.wait(failure.waitSeconds) : undefined;
  }

  function send(status: TicketStatus | null): void {
    if (why !== undefined) return announce(why);
    sendMessage(ticket, session, kind === 'public' ? channel : null, status);
    props.onSent(status);
  }

  // Elsewhere on the page the same keys belong to others.
  const isHere = () => box.current?.contains(document.activeElement) === true;
  const ifHere = (act: () => void) => () => (isHere() ? act() : false);
  const { keys } = messages;
  useShortcut(
    'mod+enter',
    ifHere(() => send(null)),
    { label: keys.send, group: keys.group },
  );
  useShortcut(
    'mod+shift+enter',
    ifHere(() => send('resolved')),
    { label: keys.resolve, group: keys.group },
  );

  useShortcut('mod+i', ifHere(props.onOtherKind), { label: verbMessages.compose.otherKind, group: keys.group });
  // In a field with text the key is the field's own.
  useShortcut('mod+z', () => (isHere() && state.text === '' ? takeLastBack(ticket.id, kind) : false));

  const caret = useRef({ fromEnd: 0, length: 0 });
  function noteCaret(): void {
    const { current } = field;
    if (current === null) return;
    caret.current = { fromEnd: current.value.length - current.selectionEnd, length: current.value.length };
  }
  // What comes back or was stored stands before what is being typed: the caret stays where it is in that.
  useLayoutEffect(() => {
    const { current } = field;
    const { fromEnd, length } = caret.current;
    if (current === null || current.value.length === length) return;
    const at = Math.max(0, current.value.length - fromEnd);
    if (current === document.activeElement) current.setSelectionRange(at, at);
    caret.current = { fromEnd, length: current.value.length };
  }, [field, state.text]);

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
    <div ref={box} role="none" className="max-w-[calc(var(--w-measure)+84px)]" onKeyDown={onKeyDown}>
      {conflict === null ? null : (
        <SendConflictNotice conflict={conflict} kind={kind} onKeep={keepTheirs} onApply={(status) => send(status)} />
      )}
      {answers.length === 0 ? null : <AnswerNotice answers={answers} isAttached={conflict !== null} />}
      <div
        className={`border has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus max-md:border-x-0 max-md:border-b-0 ${
          isNote
            ? 'border-warn-line bg-warn-tint forced-colors:border-4 forced-colors:border-double'
            : 'border-line-strong bg-surface'
        } ${hasNotice ? 'rounded-b-[8px]' : 'rounded-[8px]'} max-md:rounded-none`}
      >
        <KindTabs kind={kind} hasOtherDraft={props.hasOtherDraft} onKind={props.onKind}>
          {menu}
        </KindTabs>
        <div role="tabpanel" aria-label={messages[kind]}>
          <textarea
            ref={field}
            dir="auto"
            value={state.text}
            aria-label={messages[kind]}
            aria-describedby="composer-hint"
            aria-invalid={problem !== undefined || undefined}
            placeholder={messages.placeholder[kind]}
            onSelect={noteCaret}
            onChange={(event) => {
              noteCaret();
              session.type(event.target.value, newestId);
            }}
            onBlur={() => session.flush()}
            className="block field-sizing-content max-h-[40dvh] min-h-20 w-full resize-none overflow-y-auto bg-transparent px-3 py-2.5 text-ink outline-none [overflow-wrap:anywhere]"
          />
          {failure === null ? null : <ComposerFailure error={state.failure} failure={failure} kind={kind} />}
          <ComposerFoot
            // Of another message nothing is drawn behind.
            key={session.key}
            kind={kind}
            state={state}
            whyNot={why}
            problem={problem}
            answerCount={answers.length}
            onSend={(status) => send(status)}
            onDiscard={discard}
          />
        </div>
      </div>
    </div>
  );

  function keepTheirs(): void {
    session.see(newestId ?? null);
    field.current?.focus();
  }

  function discard(): void {
    notifyDiscarded(kind, session.discard());
    field.current?.focus();
  }
}
