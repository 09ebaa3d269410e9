import { createAtom, type Atom } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { choice, isIdText } from '#contract/scalars.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import { getTicket, type TicketDetail, type TicketStatus, type VISIBILITIES } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { onStoredElsewhere, storage } from '#src/browser/storage.ts';
import { parseId } from '#src/format/id.ts';
import { ownerPrefix, type OwnerKey } from '#src/session/owner.ts';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';

export type CommentKind = (typeof VISIBILITIES)[number];

const KEEP_MS = 14 * 86_400_000;
/** As many as the service takes with one message. */
const MAX_SAVED_REPLIES = 10;

/** A call that had no answer. Sent again with the same key and body, it cannot post the message twice. */
const attempt = z.object({
  key: z.string(),
  channel: z.nullable(z.string()),
  version: z.nullable(z.number()),
  status: z.nullable(choice(STATUSES)),
});

/** The parts of the text that are not the person's own words. */
export const textOrigin = z.object({
  /** The draft of the copilot that was offered last for this text. */
  ai: z.nullable(z.object({ callId: z.string().check(z.refine(isIdText)), text: z.string(), isInserted: z.boolean() })),
  /** Saved replies that were inserted. */
  savedReplyIds: z.array(z.string().check(z.refine(isIdText))),
});
export type TextOrigin = z.output<typeof textOrigin>;
export const OWN_WORDS: TextOrigin = { ai: null, savedReplyIds: [] };

const stored = z.object({
  text: z.string(),
  /** Null: the channel that the customer used last. */
  channel: z.nullable(z.string()),
  savedAtMs: z.number(),
  /** The newest comment when the text was begun; absent if the comments were not loaded. */
  seenId: z.exactOptional(z.nullable(z.string().check(z.refine(isIdText)))),
  attempt: z.nullable(attempt),
  origin: z._default(textOrigin, OWN_WORDS),
});
type Stored = z.output<typeof stored>;

/** The message was refused because the ticket has changed. */
export interface SendConflict {
  /** The ticket when the message was sent. */
  readonly before: TicketDetail;
  readonly status: TicketStatus | null;
}

export interface DraftState extends Omit<Stored, 'seenId'> {
  readonly seenId: string | null | undefined;
  /** False where the browser stores nothing, so the text is lost with the tab. */
  readonly isStored: boolean;
  readonly failure: unknown;
  readonly conflict: SendConflict | null;
}

const EMPTY: DraftState = {
  text: '',
  channel: null,
  savedAtMs: 0,
  seenId: null,
  attempt: null,
  origin: OWN_WORDS,
  isStored: true,
  failure: null,
  conflict: null,
};

function withStored(kept: Stored): DraftState {
  return { ...EMPTY, seenId: undefined, ...kept };
}

/** The content of a draft. */
export type DraftContent = Pick<DraftState, 'text' | 'channel' | 'seenId' | 'attempt' | 'origin'>;

/** The text that a person writes to one ticket as one kind: one entry in local storage, shared by all tabs. */
export class Draft {
  readonly key: string;
  readonly kind: CommentKind;
  readonly state: Atom<DraftState>;

  constructor(key: string, kind: CommentKind) {
    this.key = key;
    this.kind = kind;
    const kept = read(key);
    this.state = createAtom<DraftState>(kept === null ? EMPTY : withStored(kept));
  }

  /** @param newestId the newest comment on screen; undefined if the comments are not loaded */
  type(text: string, newestId: bigint | null | undefined): void {
    const { text: before, origin } = this.state.get();
    const isBegun = before === '' && text !== '';
    const emptied = text === '' ? { origin: { ai: notInserted(origin.ai), savedReplyIds: [] } } : {};
    this.#save({ text, attempt: null, failure: null, ...(isBegun ? seen(newestId) : {}), ...emptied });
  }

  setChannel(channel: string): void {
    this.#save({ channel, attempt: null });
  }

  /** The comments are loaded: later ones count as new. */
  learnNewest(newestId: bigint | null): void {
    const { text, seenId } = this.state.get();
    if (text !== '' && seenId === undefined) this.#save(seen(newestId));
  }

  /** The newer comments have been read. */
  see(newestId: bigint | null): void {
    this.#save({ ...seen(newestId), conflict: null });
  }

  /** Empties the draft and returns what it held. @param isDiscarded the copilot's draft is offered again */
  take({ isDiscarded = false } = {}): DraftContent {
    const { text, channel, seenId, attempt: tried, origin } = this.state.get();
    this.#save(isDiscarded ? { ...EMPTY, origin: { ...OWN_WORDS, ai: notInserted(origin.ai) } } : EMPTY);
    return { text, channel, seenId, attempt: tried, origin };
  }

  /** The copilot offers a draft, or it was inserted; null: it is of no account any more. */
  setAi(ai: TextOrigin['ai']): void {
    this.#save({ origin: { ...this.state.get().origin, ai }, attempt: null });
  }

  addSavedReply(id: bigint): void {
    const { origin } = this.state.get();
    const savedReplyIds = [...new Set([...origin.savedReplyIds, id.toString()])].slice(-MAX_SAVED_REPLIES);
    this.#save({ origin: { ...origin, savedReplyIds }, attempt: null });
  }

  /** Puts text back before what was written since, with an empty line between. */
  putBack(content: DraftContent, trouble: Partial<Pick<DraftState, 'failure' | 'conflict'>> = {}): void {
    const { text: newer, origin: since } = this.state.get();
    const origin = {
      ai: since.ai ?? content.origin.ai,
      savedReplyIds: [...new Set([...content.origin.savedReplyIds, ...since.savedReplyIds])].slice(
        0,
        MAX_SAVED_REPLIES,
      ),
    };
    const isAlone = newer === '' || content.text === '';
    this.#save({
      ...content,
      ...trouble,
      origin,
      text: isAlone ? content.text + newer : `${content.text}\n\n${newer}`,
      attempt: isAlone && since.ai === null ? content.attempt : null,
    });
  }

  showConflict(conflict: SendConflict): void {
    this.state.set((state) => ({ ...state, failure: null, conflict }));
  }

  /** Another tab has changed or removed it. */
  reload(): void {
    const kept = read(this.key);
    if (kept === null) this.state.set(EMPTY);
    else if (kept.text !== this.state.get().text) this.state.set(withStored(kept));
  }

  #save(change: Partial<DraftState>): void {
    const next = { ...this.state.get(), ...change, savedAtMs: Date.now() };
    const { text, channel, savedAtMs, seenId, attempt: tried, origin } = next;
    const kept = { text, channel, savedAtMs, seenId, attempt: tried, origin };
    if (text === '') storage.device.remove(this.key);
    else storage.device.set(this.key, JSON.stringify(kept));
    this.state.set({ ...next, isStored: text === '' || storage.device.survivesReload(this.key) });
  }
}

/** The same draft, offered again. */
function notInserted(ai: TextOrigin['ai']): TextOrigin['ai'] {
  return ai === null ? null : { ...ai, isInserted: false };
}

function seen(id: bigint | null | undefined): Pick<DraftState, 'seenId'> {
  return { seenId: id === null ? null : id?.toString() };
}

/** Removes what is too old or not a draft. */
function read(key: string): Stored | null {
  const parsed = stored.safeParse(parseJson(storage.device.get(key)));
  if (parsed.success && parsed.data.savedAtMs > Date.now() - KEEP_MS) return parsed.data;
  storage.device.remove(key);
  return null;
}

/** Null for what is no JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

const drafts = new Map<string, Draft>();

export function openDraft(owner: OwnerKey, ticketId: bigint, kind: CommentKind): Draft {
  start(owner);
  const key = `${ownerPrefix(owner)}draft ${ticketId} ${kind}`;
  const draft = drafts.get(key) ?? new Draft(key, kind);
  drafts.set(key, draft);
  return draft;
}

let isStarted = false;

function start(owner: OwnerKey): void {
  if (isStarted) return;
  isStarted = true;
  for (const key of storage.device.keys(`${ownerPrefix(owner)}draft `)) read(key);
  reportUnsent('drafts', () => written().length);
  onStoredElsewhere((key) => drafts.get(key)?.reload());
  subscribeToSession(() => {
    if (sessionState().phase === 'out') drafts.clear();
  });
  addEventListener('beforeunload', (event) => {
    if (written().some(({ state }) => !state.get().isStored)) event.preventDefault();
  });
}

function written(): readonly Draft[] {
  return [...drafts.values()].filter(({ state }) => state.get().text !== '');
}

/** The ticket was deleted, so its drafts go too. */
export function forgetDraftsOf(ticketId: bigint): void {
  for (const { key, id } of draftsOfSite()) {
    if (id !== ticketId) continue;
    storage.device.remove(key);
    drafts.delete(key);
  }
}

/** After an erasure: looks up each ticket that has a draft here, and forgets the drafts of those that are gone. */
export async function forgetGoneDrafts(): Promise<void> {
  for (const id of new Set(draftsOfSite().map((draft) => draft.id))) if (await isGone(id)) forgetDraftsOf(id);
}

async function isGone(id: bigint): Promise<boolean> {
  try {
    await call(getTicket, { query: { id }, priority: 'background' });
    return false;
  } catch (error) {
    // By its code: a proxy may answer 404 too.
    return error instanceof ApiFailure && error.code === 'not_found';
  }
}

function draftsOfSite(): readonly { readonly key: string; readonly id: bigint }[] {
  return storage.device.keys(`${sessionOwner()?.siteId} `).flatMap((key) => {
    const id = parseId(/ draft (\d+) \w+$/.exec(key)?.[1] ?? '');
    return id === null ? [] : [{ key, id }];
  });
}
