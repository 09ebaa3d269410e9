import { useSelector } from '@tanstack/react-store';
import {
  type KeyboardEvent,
  type RefObject,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import type { SavedReply } from '#contract/saved-replies.ts';
import { addTicketComment } from '#contract/ticket-writes.ts';
import type { Comment, TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { type Failure, useFailure } from '#src/api/failure-message.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { formatTime } from '#src/format/time.ts';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { type CommentKind, type Draft, type DraftState, openDraft } from '#src/outbox/drafts.ts';
import { OutgoingList } from '#src/outbox/outgoing-line.tsx';
import { lastChannelOf, outgoingAtom, sendMessage, takeBack } from '#src/outbox/outgoing.ts';
import { ownerOf } from '#src/session/owner.ts';
import { registerComposer } from '#src/ticket-edit/compose-keys.ts';
import { useAgents } from '#src/ticket-edit/pickers/picker-data.ts';
import { fieldValues, fillFields } from '#src/ticket-edit/saved-replies.ts';
import { ConflictNotice } from '#src/ticket-edit/conflict-notice.tsx';
import { describeDifference, describeWho } from '#src/ticket-edit/update/describe-change.ts';
import { authorOf } from '#src/tickets/timeline.tsx';
import { Button } from '#src/ui/button.tsx';
import { FailureLine } from '#src/ui/failure-line.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast, useToastLift } from '#src/ui/toasts/toast-store.ts';
import { offerUndo } from '#src/undo/undo.ts';
import { ChannelMenu, ComposerFoot, KindTabs } from './composer-frame.tsx';
import { insertText } from './insert-text.ts';
import { messages } from './messages.ts';
import { SavedReplyMenu } from './saved-reply-menu.tsx';

function useIsEmpty({ state }: Draft): boolean {
  return useSelector(state, ({ text }) => text === '');
}

interface ComposerProps {
  readonly ticket: TicketDetail;
  /** Only its row of a list is loaded, not its comments. */
  readonly isPreview: boolean;
  /** Esc in the box. */
  readonly onLeave: () => void;
  readonly onSent: (status: TicketStatus | null) => void;
}

/** Answers a ticket: a public reply or an internal note, each with its own draft. */
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
  const draft = kind === 'public' ? replyDraft : noteDraft;
  const isEmpty = hasNoReply && hasNoNote;
  const toastLift = useToastLift();

  const { allowed } = access;
  /** Until the field was focused once, the person has not chosen its caret. */
  const wasFocused = useRef(false);
  const write = useCallback((next: CommentKind): void => {
    flushSync(() => setChosen(next));
    const { current } = field;
    if (current === null || current === document.activeElement) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const insert = useCallback(
    (next: CommentKind, text: string): void => {
      const shown = field.current;
      const isKept = shown !== null && kind === next && wasFocused.current;
      const caret = isKept ? ([shown.selectionStart, shown.selectionEnd] as const) : null;
      write(next);
      const { current } = field;
      if (current === null) return;
      if (caret !== null) current.setSelectionRange(...caret);
      flushSync(() => insertText(current, text));
    },
    [write, kind],
  );
  /** Makes the text a message of the other kind. */
  function changeKind(): void {
    const [from, to] = kind === 'public' ? [replyDraft, noteDraft] : [noteDraft, replyDraft];
    const at = field.current?.selectionEnd ?? 0;
    const { text, seenId, origin } = from.take();
    flushSync(() => {
      if (text !== '') to.putBack({ text, channel: null, seenId, attempt: null, origin });
      setChosen(to.kind);
    });
    field.current?.focus();
    field.current?.setSelectionRange(at, at);
  }
  const ticketId = ticket.id.toString();
  // In the commit that draws it, so that the next key is typed into it.
  useLayoutEffect(() => {
    if (!allowed) return;
    const focus = (next: CommentKind): boolean => {
      write(next);
      return true;
    };
    return registerComposer(ticketId, { focus, insert });
  }, [ticketId, allowed, write, insert]);
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
        draft={draft}
        hasOtherDraft={kind === 'public' ? !hasNoNote : !hasNoReply}
        isPreview={isPreview}
        field={field}
        disabledReason={access.reason}
        onKind={write}
        onOtherKind={changeKind}
        onFocus={() => (wasFocused.current = true)}
        onSent={onSent}
        onLeave={() => {
          if (isPhone && isEmpty) setChosen(null);
          onLeave();
        }}
      />
    </section>
  );
});

export function newestIdOf(comments: readonly Comment[]): bigint | null {
  return comments.reduce<bigint | null>((newest, { id }) => (newest === null || id > newest ? id : newest), null);
}

/** Public messages that are newer than the text. */
export function repliesSince(comments: readonly Comment[], seenId: DraftState['seenId']): readonly Comment[] {
  return since(comments, seenId).filter(({ visibility }) => visibility === 'public');
}

/** Whether the conversation contains a message whose answer was lost. */
export function hasArrived(
  { attempt, seenId, text }: DraftState,
  kind: CommentKind,
  comments: readonly Comment[],
): boolean {
  if (attempt === null) return false;
  return since(comments, seenId).some(({ visibility, body }) => visibility === kind && body === text);
}

function since(comments: readonly Comment[], seenId: DraftState['seenId']): readonly Comment[] {
  if (seenId === undefined) return [];
  const seen = seenId === null ? 0n : BigInt(seenId);
  return comments.filter(({ id }) => id > seen);
}

/** Why the contract refuses a text. */
function problemOf(text: string): string | undefined {
  const [issue] = text.trim() === '' ? [] : (z.safeParse(addTicketComment.body.shape.body, text).error?.issues ?? []);
  return issue === undefined ? undefined : `${messages.text} ${issue.message}.`;
}

/** Recalls the last message of this box, if it still counts down. */
function takeLastBack(ticketId: bigint, kind: CommentKind): boolean {
  const last = outgoingAtom.get().findLast((one) => one.ticketId === ticketId && one.kind === kind);
  return last !== undefined && takeBack(last.key);
}

interface ComposerBoxProps {
  readonly ticket: TicketDetail;
  readonly draft: Draft;
  readonly hasOtherDraft: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isPreview: boolean;
  readonly disabledReason: string | undefined;
  readonly onKind: (kind: CommentKind) => void;
  readonly onOtherKind: () => void;
  readonly onFocus: () => void;
  readonly onLeave: () => void;
  /** @param status what the message sets the ticket to */
  readonly onSent: (status: TicketStatus | null) => void;
}

/** The text, the notices above it, and the buttons. */
function ComposerBox(props: ComposerBoxProps) {
  const { ticket, draft, field, isPreview, disabledReason } = props;
  const { kind } = draft;
  const { ticket_number: number } = ticket;
  const state = useSelector(draft.state);
  const zone = useDisplayZone();
  const failure = useFailure(state.failure);
  const box = useRef<HTMLDivElement>(null);
  const problem = problemOf(state.text);
  const comments = ticket.comments ?? [];
  const newestId = isPreview ? undefined : newestIdOf(comments);
  const answers = kind === 'public' && state.text !== '' ? repliesSince(comments, state.seenId) : [];
  // Null: the service chooses.
  const channel = state.channel ?? (isPreview ? null : lastChannelOf(ticket));

  useEffect(() => {
    if (newestId !== undefined) draft.learnNewest(newestId);
  }, [draft, newestId, state.seenId]);
  const isThere = hasArrived(state, kind, comments);
  useEffect(() => {
    if (!isThere) return;
    draft.take();
    toast({ kind: 'done', text: messages.arrived[kind](String(number)) });
  }, [isThere, draft, kind, number]);

  const [menu, setMenu] = useState<'slash' | 'button' | null>(null);
  const agents = useAgents(true).data?.items;
  const { label } = useWhoami();

  function insertReply({ id, title, body }: SavedReply): void {
    setMenu(null);
    const { current } = field;
    if (current === null) return;
    current.focus();
    const agentName = agents?.find(({ is_me: isMe }) => isMe)?.name ?? label;
    insertText(current, fillFields(body, fieldValues(ticket, agentName)));
    draft.addSavedReply(id);
    announce(messages.savedReplies.inserted(title));
  }

  /** A slash at the beginning of a word finds a saved reply; what is none goes into the text as it was typed. */
  function onSlash(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { value, selectionStart } = event.currentTarget;
    if (event.key !== '/' || menu !== null || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (!/(?:^|\s)$/.test(value.slice(0, selectionStart))) return;
    event.preventDefault();
    // The next key is typed into the menu.
    flushSync(() => setMenu('slash'));
  }

  function closeMenu(typed: string | null): void {
    setMenu(null);
    if (menu === 'slash' && typed !== null && field.current !== null) insertText(field.current, `/${typed}`);
  }

  const why = whyNot();
  function whyNot(): string | undefined {
    if (disabledReason !== undefined) return disabledReason;
    if (state.text.trim() === '') return messages.why.empty;
    if (problem !== undefined) return problem;
    return failure !== null && failure.waitSeconds > 0 ? messages.why.wait(failure.waitSeconds) : undefined;
  }

  function send(status: TicketStatus | null): void {
    if (why !== undefined) return announce(why);
    sendMessage(ticket, draft, kind === 'public' ? channel : null, status);
    props.onSent(status);
  }

  // Outside the box these keys have other meanings.
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

  useShortcut('mod+i', ifHere(props.onOtherKind), { label: keys.otherKind, group: keys.group });
  // With text in the field, Ctrl Z is the browser's.
  useShortcut('mod+z', () => (isHere() && state.text === '' ? takeLastBack(ticket.id, kind) : false));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    props.onLeave();
  }

  const difference = state.conflict === null ? '' : describeDifference(state.conflict.before, ticket, zone);
  // The notice of the new answer says more than "only the conversation has changed".
  const conflict = difference === '' && answers.length > 0 ? null : state.conflict;
  const hasNotice = conflict !== null || answers.length > 0;
  const isNote = kind === 'internal';
  return (
    <div ref={box} role="none" className="max-w-[calc(var(--w-measure)+84px)]" onKeyDown={onKeyDown}>
      {conflict === null ? null : (
        <ConflictNotice
          isAttached
          title={describeWho(conflict.before, ticket, zone)}
          difference={difference}
          unsaved={unsent(conflict.status)}
          onReload={readTheirs}
          onApplyAnyway={() => send(conflict.status)}
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
        <KindTabs kind={kind} hasOtherDraft={props.hasOtherDraft} onKind={props.onKind}>
          {isNote ? null : (
            <ChannelMenu ticket={ticket} channel={channel} onChannel={(next) => draft.setChannel(next)} />
          )}
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
            onFocus={props.onFocus}
            onKeyDown={onSlash}
            onChange={(event) => draft.type(event.target.value, newestId)}
            className="block field-sizing-content max-h-[40dvh] min-h-20 w-full resize-none overflow-y-auto bg-transparent px-3 py-2.5 text-ink outline-none [overflow-wrap:anywhere]"
          />
          {failure === null ? null : <ComposerFailure error={state.failure} failure={failure} kind={kind} />}
          <ComposerFoot
            kind={kind}
            state={state}
            whyNot={why}
            problem={problem}
            answerCount={answers.length}
            onSavedReplies={() => setMenu('button')}
            onSend={send}
            onDiscard={discard}
          />
          {menu === null ? null : <SavedReplyMenu anchor={field} onChoose={insertReply} onClose={closeMenu} />}
        </div>
      </div>
    </div>
  );

  function unsent(status: TicketStatus | null): string {
    const words = messages.conflict;
    const sentence = status === null ? words.notSent[kind] : words.notSentWith[kind](statusWord(status));
    return `${sentence} ${messages.textKept}`;
  }

  function readTheirs(): void {
    draft.see(newestId ?? null);
    field.current?.focus();
  }

  function discard(): void {
    const content = draft.take({ isDiscarded: true });
    offerUndo({
      text: messages.discarded[kind],
      undo: async () => {
        draft.putBack(content);
        return { state: 'undone' };
      },
    });
    field.current?.focus();
  }
}

interface ComposerFailureProps {
  readonly error: unknown;
  readonly failure: Failure;
  readonly kind: CommentKind;
}

/** Why the message was not sent, and that the text is kept. */
function ComposerFailure({ error, failure, kind }: ComposerFailureProps) {
  const isUnknown = isUnsure(error);
  const field = error instanceof ApiFailure && error.kind === 'bad_request' ? error.message : null;
  return (
    <FailureLine
      title={isUnknown ? messages.unknown[kind] : messages.failed[kind]}
      requestId={failure.requestId}
      className="px-3 pb-2"
    >
      {field ?? `${failure.title}. ${failure.text}`} {isUnknown ? messages.unknownText : messages.textKept}
    </FailureLine>
  );
}

interface AnswerNoticeProps {
  /** Oldest first; at least one. */
  readonly answers: readonly Comment[];
  readonly isAttached: boolean;
}

/** Messages of others that came while the text was written, folded. */
function AnswerNotice({ answers, isAttached }: AnswerNoticeProps) {
  const zone = useDisplayZone();
  const [first, ...more] = answers;
  const time = first === undefined ? '' : formatTime(first.created_utc, zone);
  const sentence =
    first === undefined
      ? ''
      : (first.author_kind === 'customer' ? messages.wrote : messages.answered)(authorOf(first), time);
  useEffect(() => announce(`${sentence} ${messages.read}`), [sentence]);
  return (
    <details className={`border border-b-0 border-warn-line bg-warn-tint ${isAttached ? '' : 'rounded-t-[8px]'}`}>
      <summary className="flex min-h-control flex-wrap items-center gap-x-2.5 px-3 py-1.5">
        <Icon name="warning" size={14} className="text-warn-text" />
        <b dir="auto" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {sentence}
        </b>
        <span className="text-12 text-ink-2">{more.length === 0 ? messages.read : messages.andMore(more.length)}</span>
      </summary>
      <div className="flex flex-col gap-2 px-3 pb-2.5 ps-9 text-ink-2">
        {answers.map((answer) => (
          <p
            key={answer.id.toString()}
            dir="auto"
            className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {answer.body}
          </p>
        ))}
      </div>
    </details>
  );
}
