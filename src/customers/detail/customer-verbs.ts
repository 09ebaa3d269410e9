import { useNavigate } from '@tanstack/react-router';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { askForPersonData } from '#src/customers/person-data/person-data-request.ts';
import { askForPortalLink } from '#src/portal-links/issue-request.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';
import { inboxSearch } from './tickets/inbox-search.ts';

/** What can be done with a customer, the same from buttons, menu, keys and palette. Null: this service cannot. */
export interface CustomerVerbs {
  readonly newTicket: () => void;
  readonly issueLink: () => void;
  readonly bind: () => void;
  readonly edit: (() => void) | null;
  /** Blocks, or unblocks where the customer is blocked. */
  readonly block: (() => void) | null;
  readonly duplicates: (() => void) | null;
  readonly exportData: (() => void) | null;
  readonly eraseData: (() => void) | null;
  readonly openInInbox: () => void;
  readonly copyLink: () => void;
  /** Why the customer cannot be edited or blocked. */
  readonly editReason: string | undefined;
  readonly bindReason: string | undefined;
}

interface Parts {
  readonly onNewTicket: (requester: { name: string | null; email: string | null; phone: string | null }) => void;
  readonly onBind: () => void;
  readonly onEdit: () => void;
  readonly onBlock: () => void;
}

export function useCustomerVerbs(open: OpenCustomer, parts: Parts): CustomerVerbs {
  const navigate = useNavigate();
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const { reason: editReason } = useWriteAccess('customers:write');
  const { reason: bindReason } = useWriteAccess('channels:write');
  const { identity } = open.customer;
  const { id, email, phone, display_name: name } = identity;
  const withTools = (act: () => void) => (open.hasTools ? act : null);
  return {
    newTicket: () => parts.onNewTicket({ name, email, phone }),
    issueLink: () => askForPortalLink({ email, name: open.name }),
    bind: parts.onBind,
    edit: withTools(parts.onEdit),
    block: withTools(parts.onBlock),
    duplicates: withTools(() => void navigate({ to: '/customers/merge', search: { identity: id.toString() } })),
    exportData: withTools(() => askForPersonData({ id, name: open.name, kind: 'export' })),
    eraseData: withTools(() => askForPersonData({ id, name: open.name, kind: 'erase' })),
    openInInbox: () => void navigate({ to: '/inbox', search: inboxSearch(identity, hasFilters, 'all') }),
    copyLink: () => void copyLink(open),
    editReason,
    bindReason,
  };
}

/** The address that opens this customer for whoever may sign in here; the filters of the list are left out. */
async function copyLink({ customer, hasTools }: OpenCustomer): Promise<void> {
  const { id, email, phone } = customer.identity;
  const url = new URL(`/customers/${id}`, location.origin);
  // Without the id's help the next person needs the address as well.
  if (!hasTools && email !== null) url.searchParams.set('email', email);
  else if (!hasTools && phone !== null) url.searchParams.set('phone', phone);
  if (await copyText(url.href)) announce(messages.linkCopied);
  else toast({ kind: 'error', text: messages.linkNotCopied });
}
