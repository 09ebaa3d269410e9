import type { Ticket } from '#contract/tickets.ts';
import { mergePatches } from './apply-patch.ts';
import type { TicketPatch } from './change-store.ts';
import { saveTicket, type SavedChange } from './save-ticket.ts';

const AFTER_PAINT_MS = 24;

/** What the queue reports. */
export interface UpdateListener {
  /** What is not saved yet, of `base`. */
  readonly onPending: (base: Ticket, patch: TicketPatch) => void;
  readonly onSaved: (change: SavedChange) => void;
  /** The queue is empty; `hasSaved` is false where nothing had to be sent. */
  readonly onEnd: (ticket: Ticket, hasSaved: boolean) => void;
  /** It ends with this; `unsaved` is all that was wanted and is not saved. */
  readonly onFailed: (base: Ticket, unsaved: TicketPatch, error: unknown) => void;
}

/** The changes of one ticket, one call at a time: what is chosen meanwhile waits and is sent as one. */
export class UpdateQueue {
  #base: Ticket;
  readonly #listener: UpdateListener;
  #isSending = false;
  #sent: TicketPatch | null = null;
  #next: TicketPatch | null = null;

  constructor(base: Ticket, listener: UpdateListener) {
    this.#base = base;
    this.#listener = listener;
  }

  add(patch: TicketPatch): void {
    this.#next = this.#next === null ? patch : mergePatches(this.#next, patch);
    this.#showPending();
    if (!this.#isSending) void this.#send();
  }

  /** @returns what was chosen and is not saved, as one patch; null when nothing is. */
  #unsaved(): TicketPatch | null {
    if (this.#sent === null || this.#next === null) return this.#sent ?? this.#next;
    return mergePatches(this.#sent, this.#next);
  }

  #showPending(): void {
    const patch = this.#unsaved();
    if (patch !== null) this.#listener.onPending(this.#base, patch);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    // What was chosen is drawn first: to send a call takes longer than a frame may.
    await new Promise((resolve) => setTimeout(resolve, AFTER_PAINT_MS));
    let hasSaved = false;
    while (this.#next !== null) {
      const patch = this.#next;
      this.#sent = patch;
      this.#next = null;
      try {
        const saved = await saveTicket(this.#base, patch);
        if (saved !== null) {
          hasSaved = true;
          this.#base = saved.after;
          this.#listener.onSaved(saved);
        }
      } catch (error) {
        return this.#listener.onFailed(this.#base, this.#unsaved() ?? patch, error);
      }
      this.#sent = null;
      this.#showPending();
    }
    this.#listener.onEnd(this.#base, hasSaved);
  }
}
