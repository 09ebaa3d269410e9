import { createAtom } from '@tanstack/react-store';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { randomId } from '#src/browser/random-id.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';
import { type Attempt, type Draft, keepForReload, readDraft, startDraftStore, writeDraft } from './draft-store.ts';
import { type CommentKind, loadTicket, postComment, type SendResult } from './send-comment.ts';

/** The ticket was changed after it was opened, and the message was refused for it. */
export interface SendConflict {
  readonly before: TicketDetail;
  readonly current: TicketDetail;
  readonly status: TicketStatus | null;
}

export interface ComposerState {
  readonly text: string;
  readonly channel: string | null;
  readonly isLoaded: boolean;
  /** Where the draft comes from or is kept, as the line below it says. */
  readonly note: 'none' | 'restored' | 'kept' | 'memory' | 'elsewhere';
  readonly noteMs: number;
  readonly seenId: string | null;
  /** The status that is set with it, `null` for none, while it is on its way. */
  readonly sending: { readonly status: TicketStatus | null } | null;
  /** It was sent as it stands, and no answer said whether it arrived. */
  readonly isTried: boolean;
  readonly failure: unknown;
  readonly conflict: SendConflict | null;
}

export const EMPTY_STATE: ComposerState = {
  text: '',
  channel: null,
  isLoaded: false,
  note: 'none',
  noteMs: 0,
  seenId: null,
  sending: null,
  isTried: false,
  failure: null,
  conflict: null,
};

/** The service has decided. Without an answer it may have posted it, and only the same key can find out. */
function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.status === null || error.kind === 'unreadable') return false;
  return error.kind !== 'server' && error.kind !== 'rate_limited';
}

/** The change for which a message was refused; null when it failed for another reason. */
async function findConflict(
  error: unknown,
  before: TicketDetail,
  status: TicketStatus | null,
): Promise<SendConflict | null> {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict' || error.current === undefined) return null;
  const current = await loadTicket(before.id, error);
  return current === null ? null : { before, current, status };
}

const SAVE_MS = 400;

/**
 * The message being written to one ticket as one kind. It lives on while its message is on its way, also when another
 * ticket is shown meanwhile; two tabs share one draft, and the one that was typed in last has it.
 */
export class DraftSession {
  readonly key: string;
  readonly kind: CommentKind;
  readonly store = createAtom(EMPTY_STATE);
  #watchers = 0;
  #attempt: Attempt | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Saves under way: a page that ends now may lose them. */
  #saves = 0;

  constructor(key: string, kind: CommentKind) {
    this.key = key;
    this.kind = kind;
    void this.#load('restored');
  }

  get #state(): ComposerState {
    return this.store.get();
  }

  /** Keeps it while it is shown, until the returned function is called. */
  retain(): () => void {
    sessions.set(this.key, this);
    this.#watchers += 1;
    return () => {
      this.#watchers -= 1;
      if (this.#watchers > 0) return;
      this.flush();
      this.#release();
    };
  }

  /** @param newestId the newest comment in sight: what comes after it came while this was written */
  type(text: string, newestId: bigint | null): void {
    const isBegun = this.#state.text === '' && text !== '';
    const seenId = isBegun ? (newestId?.toString() ?? null) : this.#state.seenId;
    this.#attempt = null;
    this.#set({ text, seenId, isTried: false, failure: null });
    this.#saveSoon();
  }

  setChannel(channel: string): void {
    this.#attempt = null;
    this.#set({ channel, isTried: false });
    this.#saveSoon();
  }

  /** The messages that came meanwhile have been read. */
  see(newestId: bigint | null): void {
    this.#set({ seenId: newestId?.toString() ?? null, conflict: null });
    this.#saveSoon();
  }

  /** It stands in the conversation: what was tried had arrived. */
  arrive(): void {
    this.#clear();
  }

  /** Empties it. The answered function puts it back, whatever is shown by then. */
  discard(): () => void {
    const { text, channel, seenId } = this.#state;
    const attempt = this.#attempt;
    this.#clear();
    return () => {
      const session = sessions.get(this.key) ?? this;
      session.#attempt = attempt;
      session.#set({ text: text + session.#state.text, channel, seenId });
      void session.#save();
    };
  }

  /** Saves at once what would have been saved soon, and answers what is not stored for sure: the page may be at its end. */
  flush(): Draft | null {
    if (this.#timer === undefined && this.#saves === 0) return null;
    if (this.#timer !== undefined) void this.#save();
    return this.#draft(Date.now());
  }

  /** Another tab wrote or removed this draft. What is being typed here goes before it. */
  adopt(): void {
    if (this.#timer === undefined && this.#state.sending === null) void this.#load('elsewhere');
  }

  /** Sends it once, however often it is asked for; what failed without an answer is repeated under the same key. */
  async send(ticket: TicketDetail, channel: string | null, status: TicketStatus | null): Promise<SendResult> {
    const { text, sending } = this.#state;
    if (sending !== null || text.trim() === '') return { end: 'ignored' };
    if (this.#attempt?.status !== status) this.#attempt = null;
    // A note takes nothing from anybody; only what it changes does.
    const version = this.kind === 'internal' && status === null ? null : (ticket.version ?? null);
    const attempt = this.#attempt ?? { key: randomId(), channel, version, status };
    this.#attempt = attempt;
    this.#set({ sending: { status }, failure: null, conflict: null });
    void this.#save();
    try {
      const undoToken = await postComment({ ticketId: ticket.id, kind: this.kind, text, ...attempt });
      this.#clear();
      return { end: 'sent', undoToken };
    } catch (error) {
      if (isAnswered(error)) this.#attempt = null;
      const conflict = await findConflict(error, ticket, status);
      const isTried = this.#attempt !== null;
      this.#set({ sending: null, isTried, failure: conflict === null ? error : null, conflict });
      // The report says that the draft is stored.
      await this.#save();
      return { end: this.#watchers === 0 ? 'left' : 'failed' };
    } finally {
      this.#release();
    }
  }

  #set(change: Partial<ComposerState>): void {
    this.store.set((state) => ({ ...state, ...change }));
  }

  #clear(): void {
    this.#attempt = null;
    this.#set({ ...EMPTY_STATE, isLoaded: true });
    void this.#save();
  }

  async #load(note: 'restored' | 'elsewhere'): Promise<void> {
    const kept = await readDraft(this.key);
    // Keys that were pressed before it was there stand behind it.
    const typed = note === 'restored' ? this.#state.text : '';
    if (kept === null) {
      const isGone = note === 'elsewhere' && this.#state.text !== '';
      return this.#set(isGone ? { ...EMPTY_STATE, isLoaded: true } : { isLoaded: true });
    }
    if (kept.text === this.#state.text && this.#state.isLoaded) return;
    this.#attempt = typed === '' ? kept.attempt : null;
    const { channel, seenId, savedAtMs: noteMs } = kept;
    const isTried = this.#attempt !== null;
    this.#set({ text: kept.text + typed, channel, seenId, isTried, isLoaded: true, note, noteMs });
  }

  #saveSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), SAVE_MS);
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { text } = this.#state;
    const savedAtMs = Date.now();
    this.#saves += 1;
    const storedIn = await writeDraft(this.key, this.#draft(savedAtMs));
    this.#saves -= 1;
    if (this.#state.text !== text) return;
    this.#set(text === '' ? { note: 'none' } : { note: storedIn === 'browser' ? 'kept' : 'memory', noteMs: savedAtMs });
  }

  #draft(savedAtMs: number): Draft | null {
    const { text, channel, seenId } = this.#state;
    return text === '' ? null : { text, channel, seenId, savedAtMs, attempt: this.#attempt };
  }

  /** Nothing shows it and nothing is on its way: the store has it. */
  #release(): void {
    if (this.#watchers === 0 && this.#state.sending === null) sessions.delete(this.key);
  }
}

const sessions = new Map<string, DraftSession>();

/** The one session of a ticket and a kind. */
export function openDraft(siteId: bigint, ticketId: bigint, kind: CommentKind): DraftSession {
  startDrafts();
  const key = `${siteId} ${ticketId} ${kind}`;
  const session = sessions.get(key) ?? new DraftSession(key, kind);
  sessions.set(key, session);
  return session;
}

let isStarted = false;

/** For the life of the tab: another tab's drafts are taken over, and none is lost when the page goes away. */
function startDrafts(): void {
  if (isStarted) return;
  isStarted = true;
  reportUnsent('messages', () => [...sessions.values()].filter(({ store }) => store.get().sending !== null).length);
  startDraftStore((key) => sessions.get(key)?.adopt());
  addEventListener('pagehide', () => keepForReload(flushAll()));
  document.addEventListener('visibilitychange', flushAll);
}

function flushAll(): ReadonlyMap<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const session of sessions.values()) {
    const draft = session.flush();
    if (draft !== null) drafts.set(session.key, draft);
  }
  return drafts;
}
