import { useNavigate } from '@tanstack/react-router';
import { getCustomer } from '#contract/customers.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { askForPersonData } from '#src/customers/person-data/person-data-host.tsx';
import { askForPortalLink } from '#src/portal-links/issue-host.tsx';
import type { IconName } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { view } from '#src/customers/view.ts';
import { messages } from './messages.ts';
import { inboxSearch, type OpenCustomer } from './open-customer.ts';

export interface CustomerVerb {
  readonly label: string;
  /** In the palette, where it is listed there. */
  readonly command?: string;
  readonly icon: IconName;
  readonly kbd?: string;
  readonly danger?: boolean;
  /** Why this person cannot do it. */
  readonly reason?: string | undefined;
  readonly run: () => void;
}

interface CustomerVerbsProps {
  readonly onNewTicket: (requester: { name: string | null; email: string | null; phone: string | null }) => void;
  readonly onBind: () => void;
  readonly onEdit: () => void;
  /** Blocks, or unblocks where the customer is blocked. */
  readonly onBlock: () => void;
}

export type CustomerVerbs = ReturnType<typeof useCustomerVerbs>;

/** The actions on a customer, the same for buttons, menu, keys and palette. Null where the service lacks it. */
export function useCustomerVerbs(open: OpenCustomer, { onNewTicket, onBind, onEdit, onBlock }: CustomerVerbsProps) {
  const navigate = useNavigate();
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const hasCalls = useHasApiCalls();
  const tickets = useWriteAccess('tickets:write').reason;
  const portal = useWriteAccess('portal_tokens:write').reason;
  const handles = useWriteAccess('channels:write').reason;
  const customers = useWriteAccess('customers:write').reason;
  const { name, hasTools } = open;
  const { identity } = open.customer;
  const { id, email, phone } = identity;
  const isBlocked = identity.blocked_utc != null;
  const { verbs: words, commands } = messages;
  const withTools = (verb: CustomerVerb) => (hasTools ? verb : null);

  const verbs = {
    newTicket: {
      label: words.newTicket,
      command: commands.newTicket(name),
      icon: 'plus',
      kbd: 'n',
      reason: tickets,
      run: () => onNewTicket({ name: identity.display_name, email, phone }),
    },
    issueLink: {
      label: words.issueLink,
      command: commands.issueLink(name),
      icon: 'key',
      kbd: 'l',
      reason: portal ?? (email === null ? messages.noEmailForLink : undefined),
      run: () => askForPortalLink({ email, name }),
    },
    bind: {
      label: words.bind,
      command: commands.bind(name),
      icon: 'chat',
      kbd: 'b',
      reason: handles,
      run: onBind,
    },
    openInInbox: {
      label: words.openInInbox,
      command: commands.openInInbox(name),
      icon: 'inbox',
      run: () => void navigate({ to: '/inbox', search: inboxSearch(identity, hasFilters, 'all') }),
    },
    copyLink: {
      label: words.copyLink,
      command: messages.commands.copyLink,
      icon: 'copy',
      run: () => void copyLink(open),
    },
    edit: withTools({
      label: messages.edit,
      command: commands.edit(name),
      icon: 'pencil',
      reason: customers,
      run: onEdit,
    }),
    duplicates: withTools({
      label: words.duplicates,
      command: commands.duplicates(name),
      icon: 'people',
      run: () => void navigate({ to: '/customers/merge', search: { identity: id.toString() } }),
    }),
    block: withTools({
      label: isBlocked ? words.unblock : words.block,
      command: isBlocked ? commands.unblock(name) : commands.block(name),
      icon: 'lock',
      danger: !isBlocked,
      reason: customers,
      run: onBlock,
    }),
    // The menu is gone before the page is printed.
    print: { label: words.print, icon: 'table', run: () => requestAnimationFrame(() => print()) },
    apiCalls: hasCalls ? { label: words.apiCalls, icon: 'code', run: () => showApiCalls(getCustomer.resource) } : null,
    exportData: withTools({
      label: words.exportData,
      icon: 'download',
      run: () => askForPersonData({ id, name, kind: 'export' }),
    }),
    eraseData: withTools({
      label: words.eraseData,
      icon: 'warning',
      danger: true,
      reason: customers,
      run: () => askForPersonData({ id, name, kind: 'erase' }),
    }),
  } satisfies Record<string, CustomerVerb | null>;

  const { newTicket, issueLink, bind } = verbs;
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.newTicket.keys, () => runOrSay(newTicket), { label: keys.newTicket.label, group });
  useShortcut(keys.issueLink.keys, () => runOrSay(issueLink), { label: keys.issueLink.label, group });
  useShortcut(keys.bind.keys, () => runOrSay(bind), { label: keys.bind.label, group });
  useOfferedCommands(
    Object.entries<CustomerVerb | null>(verbs).flatMap(([key, verb]) => {
      if (verb?.command === undefined) return [];
      const { command: label, icon, kbd, run, reason: disabledReason } = verb;
      return [{ id: `customer-verb-${key}`, group: 'customer' as const, label, icon, kbd, run, disabledReason }];
    }),
  );
  return verbs;
}

function runOrSay({ reason, run }: CustomerVerb): void {
  if (reason === undefined) run();
  else toast({ kind: 'info', text: reason });
}

/** Copies the address that opens this customer for all who sign in here; the filters of the list are left out. */
async function copyLink({ customer, hasTools }: OpenCustomer): Promise<void> {
  const { id, email, phone } = customer.identity;
  const url = new URL(`/customers/${id}`, location.origin);
  // Without the id's help the next person needs the address as well.
  if (!hasTools && email !== null) url.searchParams.set('email', email);
  else if (!hasTools && phone !== null) url.searchParams.set('phone', phone);
  if (await copyText(url.href)) announce(messages.linkCopied);
  else toast({ kind: 'error', text: messages.linkNotCopied });
}
