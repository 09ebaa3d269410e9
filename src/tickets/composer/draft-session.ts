import { createAtom } from '@tanstack/react-store';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { isSameOwner, ownerPrefix, type OwnerKey } from '#src/session/owner.ts';
import { onHandOver, reportUnsent } from '#src/session/unsent-work.ts';
import { type Attempt, type Draft, keepForReload, readDraft, startDraftStore, writeDraft } from './draft-store.ts';
import type { CommentKind } from './send-comment.ts';

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
  /** The newest comment when it was begun; undefined while the comments are not known. */
  readonly seenId: string | null | undefined;
  /** It was sent as it stands, and no answer said whether it arrived. */
  readonly isTried: boolean;
  readonly failure: unknown;
  readonly conflict: SendConflict | null;
}

/** The content of a draft. */
export interface Taken extends Pick<ComposerState, 'text' | 'channel' | 'seenId'> {
  /** The try that may have arrived: it is repeated under the same key. */
  readonly attempt: Attempt | null;
}

export type Trouble = Partial<Pick<ComposerState, 'failure' | 'conflict'>>;

export const EMPTY_STATE: ComposerState = {
  text: '',
  channel: null,
  isLoaded: false,
  note: 'none',
  noteMs: 0,
  seenId: null,
  isTried: false,
  failure: null,
  conflict: null,
};

const SAVE_MS = 400;

function inOrder(first: string, second: string): string {
  return first === '' || second === '' ? first + second : `${first}\n\n${second}`;
}

function idText(id: bigint | null | undefined): string | null | undefined {
  return id?.toString() ?? (id === null ? null : undefined);
}

/**
 * The message that a person writes to one ticket as one kind. Two tabs share one draft, and the one that was typed in last
 * has it.
 */
export class DraftSession {
  readonly key: string;
  readonly owner: OwnerKey;
  readonly ticketId: bigint;
  readonly kind: CommentKind;
  readonly store = createAtom(EMPTY_STATE);
  #watchers = 0;
  #attempt: Attempt | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Saves under way: a page that ends now may lose them. */
  #saves = 0;
  /** Of the text, what was put back before the store had answered. */
  #putBack = '';
  /** Until then nothing is saved: it would take the place of what the store holds. */
  readonly #loaded: Promise<void>;

  constructor(owner: OwnerKey, ticketId: bigint, kind: CommentKind) {
    this.key = draftKey(owner, ticketId, kind);
    this.owner = owner;
    this.ticketId = ticketId;
    this.kind = kind;
    this.#loaded = this.#load('restored');
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
      // Where something is being saved, that is its end.
      this.#release();
    };
  }

  /**
   * @param newestId the newest comment in sight: what comes after it came while this was written; undefined while none
   * is known
   */
  type(text: string, newestId: bigint | null | undefined): void {
    const isBegun = this.#state.text === '' && text !== '';
    const seenId = isBegun ? idText(newestId) : this.#state.seenId;
    this.#attempt = null;
    this.#set({ text, seenId, isTried: false, failure: null });
    this.#saveSoon();
  }

  setChannel(channel: string): void {
    this.#attempt = null;
    this.#set({ channel, isTried: false });
    this.#saveSoon();
  }

  /** The comments are there: for a text that was begun before them, what comes from now on is new. */
  comeToKnow(newestId: bigint | null): void {
    if (this.#state.text === '' || this.#state.seenId !== undefined) return;
    this.#set({ seenId: idText(newestId) });
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
    const taken = this.take();
    return () => (sessions.get(this.key) ?? this).putBack(taken);
  }

  /** Saves at once what would have been saved soon, and answers what is not stored for sure: the page may be at its end. */
  flush(): Draft | null {
    if (this.#timer === undefined && this.#saves === 0) return null;
    if (this.#timer !== undefined) void this.#save();
    return this.#draft(Date.now());
  }

  /** Another tab wrote or removed this draft. What is being typed here goes before it. */
  adopt(): void {
    if (this.#timer === undefined && this.#saves === 0) void this.#load('elsewhere');
  }

  /** Empties it: what it held goes elsewhere. */
  take(): Taken {
    const { text, channel, seenId } = this.#state;
    const taken = { text, channel, seenId, attempt: this.#attempt };
    this.#clear();
    return taken;
  }

  /**
   * What was taken comes back, before what was written since; an empty line stands between.
   * @param trouble why it was not sent
   */
  putBack({ text, channel, seenId, attempt }: Taken, trouble: Trouble = {}): void {
    const { text: newer, isLoaded } = this.#state;
    // What the store holds comes behind it.
    if (!isLoaded) this.#putBack = text;
    this.#attempt = newer === '' ? attempt : null;
    this.#set({ text: inOrder(text, newer), channel, seenId, isTried: this.#attempt !== null, ...trouble });
    void this.#save();
  }

  /** More is known of why it was not sent. */
  explain(trouble: Trouble): void {
    this.#set(trouble);
  }

  /** In the box: the composer keeps both of its drafts, and this one twice. */
  get isShown(): boolean {
    return this.#watchers > 1;
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
    const putBack = typed.startsWith(this.#putBack) ? this.#putBack : '';
    this.#putBack = '';
    if (kept === null) {
      const isGone = note === 'elsewhere' && this.#state.text !== '';
      return this.#set(isGone ? { ...EMPTY_STATE, isLoaded: true } : { isLoaded: true });
    }
    if (kept.text === this.#state.text && this.#state.isLoaded) return;
    this.#attempt = typed === '' ? kept.attempt : null;
    const { channel, seenId, savedAtMs: noteMs } = kept;
    const isTried = this.#attempt !== null;
    const text = inOrder(putBack, kept.text) + typed.slice(putBack.length);
    // What is being written has its own; what is known of the older text stands beside it.
    const restored = typed === '' ? { channel, seenId, isTried } : { channel: this.#state.channel ?? channel, seenId };
    this.#set({ ...restored, text, isLoaded: true, note, noteMs });
  }

  #saveSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), SAVE_MS);
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saves += 1;
    await this.#loaded;
    const { text } = this.#state;
    const savedAtMs = Date.now();
    const storedIn = await writeDraft(this.key, this.#draft(savedAtMs));
    this.#saves -= 1;
    if (this.#state.text === text)
      this.#set(
        text === '' ? { note: 'none' } : { note: storedIn === 'browser' ? 'kept' : 'memory', noteMs: savedAtMs },
      );
    this.#release();
  }

  #draft(savedAtMs: number): Draft | null {
    const { text, channel, seenId } = this.#state;
    const seen = seenId === undefined ? {} : { seenId };
    return text === '' ? null : { text, channel, ...seen, savedAtMs, attempt: this.#attempt };
  }

  /** Nothing shows it and nothing is being saved: the store has it. */
  #release(): void {
    if (this.#watchers === 0 && this.#saves === 0) sessions.delete(this.key);
  }
}

const sessions = new Map<string, DraftSession>();

function draftKey(owner: OwnerKey, ticketId: bigint, kind: CommentKind): string {
  return `${ownerPrefix(owner)}${ticketId} ${kind}`;
}

/** The one session of a person, a ticket and a kind. */
export function openDraft(owner: OwnerKey, ticketId: bigint, kind: CommentKind): DraftSession {
  startDrafts();
  const key = draftKey(owner, ticketId, kind);
  const session = sessions.get(key) ?? new DraftSession(owner, ticketId, kind);
  sessions.set(key, session);
  return session;
}

/** Those with text that this page shows or is still saving. */
function writtenDrafts(): readonly DraftSession[] {
  return [...sessions.values()].filter(({ store }) => store.get().text !== '');
}

let isStarted = false;

/** For the life of the tab: another tab's drafts are taken over, and none is lost when the page goes away. */
function startDrafts(): void {
  if (isStarted) return;
  isStarted = true;
  startDraftStore((key) => sessions.get(key)?.adopt());
  reportUnsent('drafts', () => writtenDrafts().length);
  onHandOver((to) => {
    for (const draft of writtenDrafts())
      if (!isSameOwner(draft.owner, to)) openDraft(to, draft.ticketId, draft.kind).putBack(draft.take());
  });
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
