import type { Ticket, TicketStatus } from '#contract/tickets.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { copyText } from '#src/browser/copy-text.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { isReadOnly } from '#src/session/read-only.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './verb-messages.ts';

type Verb = 'resolve' | 'close' | 'pending' | 'open' | 'assign' | 'priority' | 'tags' | 'snooze';

/** The label of each key. */
export type VerbLabels = Readonly<Record<Verb, string>>;

interface VerbKeys {
  readonly labels: VerbLabels;
  readonly setStatus: (status: TicketStatus) => void;
  /** Null: no picker opened; see `Shortcut`. */
  readonly pick: (field: PickerField) => void | null;
  /** The current ticket, for verbs of a single ticket. */
  readonly one: () => Ticket | undefined;
}

/** One key for each verb, on the page of a ticket and in a list. */
export function useVerbKeys({ labels, setStatus, pick, one }: VerbKeys): void {
  const whoami = useWhoami();
  const labelled = (label: string, when = true) => ({ label, group: messages.group, when });
  const changes = (label: string, when = true) => labelled(label, when && !isReadOnly());
  useShortcut('e', () => setStatus('resolved'), changes(labels.resolve));
  useShortcut('shift+e', () => setStatus('closed'), changes(labels.close));
  useShortcut('p', () => setStatus('pending'), changes(labels.pending));
  useShortcut('o', () => setStatus('open'), changes(labels.open));
  useShortcut('a', () => pick('assignee'), changes(labels.assign));
  useShortcut('shift+p', () => pick('priority'), changes(labels.priority));
  useShortcut('t', () => pick('tags'), changes(labels.tags, isWholeService(whoami)));
  useShortcut('z', () => pick('snooze'), changes(labels.snooze, isWholeService(whoami)));
  useShortcut('l', () => copyLink(one()), labelled(messages.verbs.copyLink));
}

function copyLink(ticket: Ticket | undefined): void {
  if (ticket === undefined) toast({ kind: 'info', text: messages.nothing });
  else void copyTicketLink(ticket);
}

export async function copyTicketLink({ id }: Pick<Ticket, 'id'>): Promise<void> {
  if (await copyText(`${location.origin}/tickets/${id}`)) announce(messages.linkCopied);
  else toast({ kind: 'error', text: messages.linkNotCopied });
}
