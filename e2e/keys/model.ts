import type { TicketPriority, TicketStatus } from '#contract/tickets.ts';
import {
  type Action,
  ASSIGNEE_LINES,
  type Kind,
  kindSent,
  LETTERS,
  PRIORITY_LINES,
  SNOOZE_LINES,
  type SnoozeTime,
  STATUS_OF,
} from './actions.ts';

/**
 * `split`: the list beside its ticket; `inbox`: the same where tickets that are done leave the list; `covered`: a ticket
 * that was opened from the table; `page`: a ticket at its own address; `walk`: the same, opened from the list.
 */
export const LAYOUTS = ['split', 'inbox', 'table', 'covered', 'page', 'walk', 'phone'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The fields of a ticket that a key changes. */
export interface Fields {
  readonly status: TicketStatus;
  readonly priority: TicketPriority;
  readonly assignee: string | null;
  readonly tags: readonly string[];
  readonly snooze: SnoozeTime | null;
}

interface MeantComment {
  readonly kind: Kind;
  readonly text: string;
}

/** A text as it was typed. */
export interface TypedText extends MeantComment {
  /** It was switched between reply and note while it was typed. */
  readonly isSwitched: boolean;
}

/** The intention for one ticket. */
export interface MeantTicket {
  fields: Fields;
  comments: readonly MeantComment[];
  drafts: Readonly<Record<Kind, string>>;
  /** Each state that was meant for it at some time: with failures, one of them is what the service holds. */
  readonly states: Fields[];
  /** Every text that was meant for it, also recalled ones. */
  readonly texts: TypedText[];
  /** Which actions concern it, by their number. */
  readonly touchedBy: number[];
}

interface Step {
  /** The places of the tickets, and what each was. */
  readonly before: ReadonlyMap<number, Fields>;
  /** The message that was sent with it. */
  readonly sent: MeantComment | null;
  /** The number of the action. */
  readonly at: number;
}

const AS_MADE: Fields = { status: 'open', priority: 'normal', assignee: null, tags: [], snooze: null };

export interface Situation {
  readonly layout: Layout;
  readonly count: number;
}

/**
 * The expectation of a person who knows the keys: each acts on the ticket that was current when it was pressed, however far
 * the page has come. It shares no code with the product.
 */
export class Model {
  readonly situation: Situation;
  readonly tickets: readonly MeantTicket[];
  /** The index of the current ticket on the initial screen. */
  cursor = 0;
  /** A ticket is open over the list. */
  isCovered: boolean;
  /** Those that are selected. */
  selected: readonly number[] = [];
  /** Those that were changed together: while that is under way, keys that change them do nothing and the page says so. */
  together: readonly number[] = [];
  readonly #steps: Step[] = [];
  #count = 0;
  #lastUndoAt = -1;

  constructor(situation: Situation) {
    this.situation = situation;
    this.isCovered = situation.layout === 'covered';
    this.tickets = Array.from({ length: situation.count }, () => ({
      fields: AS_MADE,
      comments: [],
      drafts: { public: '', internal: '' },
      states: [AS_MADE],
      texts: [],
      touchedBy: [],
    }));
  }

  /** Has a list, in which E shows the next ticket. */
  get #isList(): boolean {
    return this.situation.layout !== 'page';
  }

  get target(): MeantTicket | undefined {
    return this.tickets[this.selected[0] ?? this.cursor];
  }

  /** The message or change that Ctrl Z would undo now; null if that is uncertain. */
  get undoable(): Step | null {
    const step = this.#steps.at(-1);
    if (step === undefined) return null;
    // A message counts down: at once it is still there.
    if (step.sent !== null) return step.at === this.#count - 1 ? step : null;
    return this.#lastUndoAt === this.#count - 1 || step.at >= this.#count - 2 ? step : null;
  }

  act(action: Action): void {
    const at = this.#count;
    this.#count += 1;
    switch (action.do) {
      case 'status':
        return this.#change({ status: STATUS_OF[action.key] }, at, action.key !== 'o');
      case 'priority':
        return this.#change({ priority: found(PRIORITY_LINES[action.digit - 1]) }, at, false);
      case 'assign':
        return this.#change({ assignee: assigneeOf(action.by) }, at, false);
      case 'tag': {
        const tags = this.target?.fields.tags ?? [];
        const others = tags.filter((tag) => tag !== action.tag);
        return this.#change({ tags: others.length < tags.length ? others : [...tags, action.tag] }, at, false);
      }
      case 'snooze':
        return this.#change({ snooze: found(SNOOZE_LINES[action.digit - 1]) }, at, true);
      case 'command':
        // It is the same action.
        this.#count -= 1;
        return this.act(action.means);
      case 'move':
        return this.#move(action.by);
      case 'select':
        this.selected = [...this.selected, this.cursor];
        return undefined;
      case 'extend': {
        const from = this.cursor;
        this.#move(1);
        this.selected = [...new Set([...this.selected, from, from + 1])];
        return undefined;
      }
      case 'write':
        return this.#write(action, at);
      case 'undo':
        return this.#undo(at);
      case 'open':
        this.isCovered = true;
        return undefined;
      case 'leave':
        this.isCovered = false;
        return undefined;
    }
  }

  /** The ticket on which the cursor is. */
  #atHand(at: number): MeantTicket | undefined {
    const ticket = this.tickets[this.cursor];
    ticket?.touchedBy.push(at);
    return ticket;
  }

  #change(patch: Partial<Fields>, at: number, goesOn: boolean): void {
    const isSelected = this.selected.length > 0;
    const places = isSelected ? this.selected : [this.cursor];
    const tickets = places.map((place) => found(this.tickets[place]));
    if (tickets.length > 1) this.together = places;
    this.#steps.push({ before: new Map(places.map((place, n) => [place, found(tickets[n]).fields])), sent: null, at });
    for (const ticket of tickets) {
      ticket.touchedBy.push(at);
      this.#set(ticket, { ...ticket.fields, ...patch });
    }
    this.selected = [];
    // A change of a selection does not move the cursor.
    if (!isSelected && goesOn) this.#goOn();
  }

  #set(ticket: MeantTicket, fields: Fields): void {
    ticket.fields = fields;
    ticket.states.push(fields);
  }

  #goOn(): void {
    if (this.#isList) this.cursor = Math.min(this.cursor + 1, this.tickets.length - 1);
  }

  #move(by: 1 | -1): void {
    this.cursor = Math.max(0, Math.min(this.cursor + by, this.tickets.length - 1));
  }

  #write(action: Extract<Action, { do: 'write' }>, at: number): void {
    const ticket = this.#atHand(at);
    if (ticket === undefined) return;
    const kind = kindSent(action);
    const sent = { kind, text: ticket.drafts[action.kind] + action.text };
    ticket.drafts = { ...ticket.drafts, [action.kind]: '' };
    ticket.comments = [...ticket.comments, sent];
    ticket.texts.push({ ...sent, isSwitched: action.switchAt !== null });
    this.#steps.push({ before: new Map([[this.cursor, ticket.fields]]), sent, at });
    // Where the ticket has no place beside the list it is opened over it.
    if (this.situation.layout === 'table' || this.situation.layout === 'phone') this.isCovered = true;
    if (!action.resolves) return;
    this.#set(ticket, { ...ticket.fields, status: 'resolved' });
    this.#goOn();
  }

  #undo(at: number): void {
    const step = this.#steps.pop();
    if (step === undefined) return;
    this.#lastUndoAt = at;
    for (const [place, fields] of step.before) {
      const ticket = found(this.tickets[place]);
      ticket.touchedBy.push(at);
      this.#set(ticket, fields);
      const { sent } = step;
      if (sent === null) continue;
      ticket.comments = ticket.comments.filter((one) => one !== sent);
      // They go before words that were begun since.
      const words = [sent.text, ticket.drafts[sent.kind]].filter((text) => text !== '').join('\n\n');
      ticket.drafts = { ...ticket.drafts, [sent.kind]: words };
    }
  }
}

function assigneeOf(by: string): string | null {
  return /^[0-9]$/.test(by) ? found(ASSIGNEE_LINES[Number(by) - 1]) : found(LETTERS[by]);
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('no such line');
  return value;
}
