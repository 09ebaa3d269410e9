import type { TicketStatus } from '#contract/tickets.ts';
import type { Message } from './outbox-store.ts';
import type { Outgoing } from './outgoing.ts';

/** What the outbox does in the world, so that its rules can be tried without one. */
export interface OutboxPorts {
  readonly nowMs: () => number;
  /** Answers what stops it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** What is settled with the first try: a later one under the same key must say the same. */
  readonly prepare: (message: Message) => Message;
  /** Sends it, and shows it as sent. */
  readonly post: (message: Message) => Promise<void>;
  /** How long to wait before it is tried again; null: it was refused. */
  readonly retryAfterMs: (error: unknown) => number | null;
  /** It was not sent and never will be from here: its words go back to whoever wrote them. */
  readonly refuse: (message: Message, error: unknown) => void;
  readonly keep: (message: Message) => void;
  readonly drop: (message: Message) => void;
  /** It is kept under another owner from now on. */
  readonly move: (from: Message, to: Message) => void;
  readonly show: (messages: readonly Outgoing[]) => void;
}

interface Entry {
  message: Message;
  state: Outgoing['state'];
  readonly isOlder: boolean;
  /** The status that another choice took from it, or that stands behind that choice where it was tried already. */
  left: { readonly status: TicketStatus; readonly by: object } | null;
}

/**
 * Messages on their way out, each sent once under its key when its time is over. Those of one ticket go in their order;
 * other tickets do not wait for them.
 */
export class Outbox {
  readonly #ports: OutboxPorts;
  #entries: Entry[] = [];
  readonly #timers = new Map<bigint, () => void>();
  /** By the choice that took them: the statuses that messages were sent without. */
  readonly #goneWithout = new WeakMap<object, TicketStatus>();
  #isOpen = false;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  get messages(): readonly Message[] {
    return this.#entries.map(({ message }) => message);
  }

  /** What earlier pages left is there: from now on messages go. Before, a newer one could overtake an older one. */
  open(): void {
    this.#isOpen = true;
    for (const ticketId of new Set(this.#entries.map(({ message }) => message.ticketId))) this.#run(ticketId);
  }

  /**
   * From now on it counts down, or goes at once where it is due.
   * @param isOlder an earlier page left it: it goes before those that were written on this one
   */
  add(message: Message, isOlder = false): void {
    if (this.#find(message.key) !== undefined) return;
    const entry: Entry = { message, state: 'counting', isOlder, left: null };
    const older = this.#entries.filter((other) => other.isOlder);
    const newer = this.#entries.filter((other) => !other.isOlder);
    this.#entries = isOlder ? [...older, entry, ...newer] : [...older, ...newer, entry];
    this.#ports.keep(message);
    this.#show();
    this.#run(message.ticketId);
  }

  /** Takes it out again; null where it is on its way, or sent. */
  take(key: string): Message | null {
    const entry = this.#find(key);
    if (entry === undefined || entry.state === 'sending') return null;
    this.#remove(entry);
    this.#run(entry.message.ticketId);
    return entry.message;
  }

  /** It goes now, and before it the older ones of its ticket. Without a key: all of them. */
  sendNow(key?: string): void {
    const last = key === undefined ? undefined : this.#find(key);
    if (key !== undefined && last === undefined) return;
    const nowMs = this.#ports.nowMs();
    for (const entry of this.#entries) {
      if (last !== undefined && entry.message.ticketId !== last.message.ticketId) continue;
      if (entry.message.dueMs > nowMs) this.#setMessage(entry, { dueMs: nowMs });
      if (entry === last) break;
    }
    for (const ticketId of new Set(this.#entries.map(({ message }) => message.ticketId))) this.#run(ticketId, true);
  }

  /** The status is chosen anew: those that were not tried set none, until that choice is taken back. Others go before it. */
  leaveStatus(ticketId: bigint, by: { readonly status?: TicketStatus }): void {
    for (const entry of this.#of(ticketId)) {
      const { status, isTried } = entry.message;
      if (status === null || entry.left !== null || (isTried && status === by.status)) continue;
      entry.left = { status, by };
      if (isTried) this.#show();
      else this.#setMessage(entry, { status: null });
    }
  }

  /**
   * The choice was taken back: those that wait set their status again. Answers the status that one should have set which is
   * gone without it.
   */
  takeStatus(ticketId: bigint, by: object): TicketStatus | null {
    let gone = this.#goneWithout.get(by) ?? null;
    this.#goneWithout.delete(by);
    for (const entry of this.#of(ticketId)) {
      if (entry.left?.by !== by) continue;
      const { status } = entry.left;
      entry.left = null;
      if (!entry.message.isTried) this.#setMessage(entry, { status });
      else if (entry.message.status === null) gone = status;
      else this.#show();
    }
    return gone;
  }

  /** A connection is there again. */
  retry(): void {
    for (const { state, message } of this.#entries) if (state === 'waiting') this.#run(message.ticketId, true);
  }

  /** Another person sends what waits, as their own. */
  setOwner(owner: Message['owner']): void {
    for (const entry of this.#entries) {
      const from = entry.message;
      entry.message = { ...from, owner };
      this.#ports.move(from, entry.message);
    }
  }

  /** Of another person, or of nobody: nothing is sent any more. */
  clear(): void {
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
    this.#entries = [];
    this.#show();
  }

  /** @param isPressed a wait for the next try is over too */
  #run(ticketId: bigint, isPressed = false): void {
    const [first] = this.#of(ticketId);
    if (!this.#isOpen || first === undefined || this.#of(ticketId).some(({ state }) => state === 'sending')) return;
    if (first.state === 'waiting' && !isPressed && this.#timers.has(ticketId)) return;
    this.#stop(ticketId);
    const leftMs = first.message.dueMs - this.#ports.nowMs();
    if (leftMs <= 0) void this.#send(first);
    else this.#wait(ticketId, leftMs);
  }

  #wait(ticketId: bigint, ms: number): void {
    const stop = this.#ports.after(ms, () => {
      this.#timers.delete(ticketId);
      this.#run(ticketId, true);
    });
    this.#timers.set(ticketId, stop);
  }

  async #send(entry: Entry): Promise<void> {
    const { ticketId } = entry.message;
    entry.state = 'sending';
    if (!entry.message.isTried) this.#setMessage(entry, { ...this.#ports.prepare(entry.message), isTried: true });
    else this.#show();
    try {
      await this.#ports.post(entry.message);
      const { left, message } = entry;
      if (left !== null && message.status === null) this.#goneWithout.set(left.by, left.status);
      this.#remove(entry);
    } catch (error) {
      if (!this.#entries.includes(entry)) return;
      const retryMs = this.#ports.retryAfterMs(error);
      if (retryMs === null) {
        this.#remove(entry);
        this.#ports.refuse(entry.message, error);
      } else {
        entry.state = 'waiting';
        this.#show();
        this.#wait(ticketId, retryMs);
        return;
      }
    }
    this.#run(ticketId);
  }

  #setMessage(entry: Entry, change: Partial<Message>): void {
    entry.message = { ...entry.message, ...change };
    this.#ports.keep(entry.message);
    this.#show();
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find(({ message }) => message.key === key);
  }

  #of(ticketId: bigint): readonly Entry[] {
    return this.#entries.filter(({ message }) => message.ticketId === ticketId);
  }

  #remove(entry: Entry): void {
    this.#stop(entry.message.ticketId);
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#ports.drop(entry.message);
    this.#show();
  }

  #stop(ticketId: bigint): void {
    this.#timers.get(ticketId)?.();
    this.#timers.delete(ticketId);
  }

  #show(): void {
    this.#ports.show(
      this.#entries.map(({ message, state, left }) => {
        const { key, ticketId, number, kind, text, dueMs } = message;
        return { key, ticketId, number, kind, text, status: left === null ? message.status : null, dueMs, state };
      }),
    );
  }
}
