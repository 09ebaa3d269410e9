import type { Ticket } from '#contract/tickets.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { changedFields, inverseOf } from './apply-patch.ts';
import type { ChangedFields, TicketPatch } from './change-store.ts';

/** How a change that the service has is taken back. */
export interface Way {
  /** Null where the service gave none: the old values are written again. */
  readonly token: string | null;
  /** The old values; empty where only the service knows them. */
  readonly back: ChangedFields;
  /** The answer to the change; absent where it was lost, or of another page. */
  readonly saved?: Ticket;
}

/** A choice of this person: one call and one step of undo. */
export interface ChangeStep {
  readonly kind: 'change';
  /** Of its step of undo. */
  readonly key: string;
  readonly patch: TicketPatch;
  /** A call with it was begun: the service may have it. */
  isTried: boolean;
}

/** Takes back a change that was sent. */
export interface UndoStep {
  readonly kind: 'undo';
  /** Of the change. */
  readonly key: string;
  /** Null while the change itself is on its way. */
  way: Way | null;
  isTried: boolean;
  /** Resolves when what is being taken back before it elsewhere is through. */
  readonly turn: Promise<void>;
  readonly retry: () => void;
  readonly outcome: PromiseWithResolvers<UndoOutcome>;
}

/** Something else about the ticket that keeps the order, such as a message that sets its status. */
export interface OtherStep {
  readonly kind: 'other';
  readonly key: string;
  isTried: boolean;
  /** Answers the ticket as it is then; null where that is not known. It shows its failures by itself. */
  readonly send: (base: Ticket | null) => Promise<Ticket | null>;
}

export type Step = ChangeStep | UndoStep | OtherStep;

/** Every field that the steps touch, with the value that it has after them. */
export function shownFields(base: Ticket, steps: readonly Step[]): ChangedFields {
  let fields: ChangedFields = {};
  const backs = new Map<string, ChangedFields>();
  for (const step of steps) {
    const now = { ...base, ...fields };
    if (step.kind === 'change') {
      const next = changedFields(now, step.patch);
      backs.set(step.key, inverseOf(now, next));
      fields = { ...fields, ...next };
    } else if (step.kind === 'undo') {
      fields = { ...fields, ...(step.way?.back ?? backs.get(step.key)) };
    }
  }
  return fields;
}

/**
 * What cannot be saved where a change failed: that change, and each later one that touches a field of one before it, since
 * it was chosen upon it.
 */
export function failWith(failed: ChangeStep, later: readonly Step[]): readonly ChangeStep[] {
  const fields = new Set(fieldsOf(failed.patch));
  const others = later.filter((step) => {
    if (step.kind !== 'change' || step === failed || !fieldsOf(step.patch).some((name) => fields.has(name)))
      return false;
    for (const name of fieldsOf(step.patch)) fields.add(name);
    return true;
  });
  return [failed, ...others.filter((step) => step.kind === 'change')];
}

/** Whether the later choice says anew all that the first one wanted. Of tags, each is a choice of its own. */
export function isSuperseded(first: TicketPatch, later: TicketPatch): boolean {
  const names = fieldsOf(first);
  return !names.includes('tags') && names.every((name) => fieldsOf(later).includes(name));
}

function fieldsOf({
  status,
  priority,
  assignee,
  addTags,
  removeTags,
  snoozedUntilUtc,
}: TicketPatch): readonly string[] {
  return [
    ...(status === undefined ? [] : ['status']),
    ...(priority === undefined ? [] : ['priority']),
    ...(assignee === undefined ? [] : ['assignee']),
    ...(addTags === undefined && removeTags === undefined ? [] : ['tags']),
    ...(snoozedUntilUtc === undefined ? [] : ['snooze']),
  ];
}
