import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton, TextButton } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { callHref, lastSeenOf, mailHref, whatsAppHref } from '#src/customers/contact.ts';
import { Instant } from '#src/ui/instant.tsx';
import { messages } from './messages.ts';
import { inboxSearch, type OpenCustomer } from '#src/customers/open-customer.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { askForPersonData } from '#src/customers/person-data/person-data-host.tsx';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { askForPortalLink } from '#src/portal-links/issue-dialog.tsx';
import type { IconName } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { view } from '#src/customers/view.ts';

interface CustomerHeadProps {
  readonly open: OpenCustomer;
  readonly onNewTicket: (requester: { name: string | null; email: string | null; phone: string | null }) => void;
  readonly onBind: () => void;
  readonly onEdit: () => void;
  /** Blocks or unblocks. */
  readonly onBlock: () => void;
}

/** Name, contacts and the main actions of a customer. */
export function CustomerHead({ open, ...on }: CustomerHeadProps) {
  const verbs = useCustomerVerbs(open, on);
  const { email, phone } = open.customer.identity;
  const { edit, issueLink, newTicket } = verbs;
  const chat = phone === null ? null : whatsAppHref(phone);
  return (
    <header className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
      <Avatar name={open.name} size="lg" />
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex min-w-0 items-center gap-1">
          <h2
            tabIndex={-1}
            dir="auto"
            data-customer-name=""
            className="min-w-0 text-20 font-semibold [overflow-wrap:anywhere] outline-none"
          >
            <AddressText text={open.name} />
          </h2>
          {edit === null ? null : (
            <span className="print:hidden">
              <IconButton
                icon="pencil"
                size="sm"
                label={edit.label}
                disabledReason={edit.reason}
                aria-haspopup="dialog"
                onClick={edit.run}
              />
            </span>
          )}
        </div>
        <ul className="flex flex-wrap items-center gap-x-3 text-ink-2">
          <Contact text={email} none={messages.noEmail} href={email && mailHref(email)} copy={messages.copyEmail} />
          <Contact text={phone} none={messages.noPhone} href={phone && callHref(phone)} copy={messages.copyPhone} />
          {chat === null ? null : (
            <li className="text-12 print:hidden">
              <SafeLink href={chat}>{messages.whatsApp}</SafeLink>
            </li>
          )}
        </ul>
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 print:hidden">
        <Button icon="key" aria-haspopup="dialog" disabledReason={issueLink.reason} onClick={issueLink.run}>
          {issueLink.label}
        </Button>
        <Button
          icon="plus"
          variant="primary"
          aria-haspopup="dialog"
          disabledReason={newTicket.reason}
          onClick={newTicket.run}
        >
          {newTicket.label}
        </Button>
        <MoreMenu id={open.customer.identity.id} verbs={verbs} />
      </div>
    </header>
  );
}

interface ContactProps {
  readonly text: string | null;
  readonly none: string;
  readonly href: string | null;
  readonly copy: string;
}

function Contact({ text, none, href, copy }: ContactProps) {
  if (text === null) return <li className="text-ink-3">{none}</li>;
  return (
    <li className="flex min-w-0 items-center gap-0.5">
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {href === null ? (
          <AddressText text={text} />
        ) : (
          <SafeLink href={href} className="hover:text-ink hover:underline">
            <AddressText text={text} />
          </SafeLink>
        )}
      </span>
      <span className="print:hidden">
        <CopyButton text={text} label={copy} />
      </span>
    </li>
  );
}

const MENU = [
  'bind',
  'edit',
  'duplicates',
  'openInInbox',
  'copyLink',
  'history',
  'print',
  'exportData',
  'block',
  'eraseData',
] as const;

interface MoreMenuProps {
  readonly id: bigint;
  readonly verbs: ReturnType<typeof useCustomerVerbs>;
}

function MoreMenu({ id, verbs }: MoreMenuProps) {
  const historyOf = useHistoryItems();
  const items = MENU.flatMap((key): readonly MenuItem[] => {
    if (key === 'history') return historyOf({ type: 'customer_identity', id });
    const verb: CustomerVerb | null = verbs[key];
    if (verb === null) return [];
    const { run, reason, ...shown } = verb;
    return [{ ...shown, key, onSelect: run, disabledReason: reason }];
  });
  return (
    <Menu
      label={messages.more}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
    />
  );
}

const LINK = 'text-accent-text hover:underline';

interface CustomerFactsProps {
  readonly open: OpenCustomer;
  /** Shows the ratings in the timeline; absent without one. */
  readonly onRatings: (() => void) | undefined;
}

/** The figures of a customer in one line; each count leads to what it counts. */
export function CustomerFacts({ open, onRatings }: CustomerFactsProps) {
  const { identity, tickets, csat } = open.customer;
  const { facts } = messages;
  const zone = useDisplayZone();
  const now = useNow();
  const id = identity.id.toString();
  const seen = lastSeenOf(identity);
  const rating = csat.count === 0 || csat.average === null ? null : facts.rating(csat.average.toFixed(1), csat.count);
  const merged = identity.merged_from ?? [];
  return (
    <>
      <dl
        aria-label={facts.label}
        className="mt-5 flex flex-wrap gap-x-12 gap-y-3 border-y border-line py-2.5 tabular-nums max-md:grid max-md:grid-cols-2"
      >
        <Fact label={facts.identity}>
          <span className="flex items-center gap-0.5">
            {id}
            <span className="-my-1 print:hidden">
              <CopyButton text={id} label={facts.copyId} />
            </span>
          </span>
        </Fact>
        <Fact label={facts.tickets}>
          <TicketCount open={open} count={tickets.total} status="all" label={facts.ticketsLink} />
        </Fact>
        <Fact label={facts.open}>
          <TicketCount open={open} count={tickets.open} status="open" label={facts.openLink} />
        </Fact>
        <Fact label={facts.firstSeen}>
          <Instant at={identity.first_seen_utc} />
        </Fact>
        <Fact label={facts.lastSeen}>
          {seen === null ? (
            <span className="font-normal text-ink-3">{facts.noTickets}</span>
          ) : (
            <Instant at={seen}>{formatNear(seen, zone, now)}</Instant>
          )}
        </Fact>
        <Fact label={facts.csat}>
          {rating === null ? (
            <span className="font-normal text-ink-3">{facts.noCsat}</span>
          ) : onRatings === undefined ? (
            rating
          ) : (
            <>
              <TextButton aria-label={facts.ratingsLink(rating)} className="text-start font-medium" onClick={onRatings}>
                {rating}
              </TextButton>
              {/* Paper has no buttons. */}
              <span className="hidden print:inline">{rating}</span>
            </>
          )}
        </Fact>
      </dl>
      {merged.length === 0 ? null : (
        <p className="mt-1.5 text-12 text-ink-3 tabular-nums">{messages.mergedFrom(merged.join(', '))}</p>
      )}
    </>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

interface TicketCountProps {
  readonly open: OpenCustomer;
  readonly count: number;
  readonly status: 'all' | 'open';
  readonly label: (count: string) => string;
}

function TicketCount({ open, count, status, label }: TicketCountProps) {
  const shown = formatCount(count);
  if (count === 0) return shown;
  const search = inboxSearch(open.customer.identity, open.hasTools, status);
  return (
    <Link to="/inbox" search={search} aria-label={label(shown)} className={LINK}>
      {shown}
    </Link>
  );
}

interface CustomerVerb {
  readonly label: string;
  readonly icon: IconName;
  readonly kbd?: string;
  readonly danger?: boolean;
  /** Why this person cannot do it. */
  readonly reason?: string | undefined;
  readonly run: () => void;
}

/** The verbs of the palette, in its order. */
const COMMANDS = ['newTicket', 'issueLink', 'bind', 'openInInbox', 'copyLink', 'edit', 'duplicates', 'block'] as const;

/** The actions on a customer, for buttons, menu, keys and palette. Null if the service lacks it. */
function useCustomerVerbs(open: OpenCustomer, on: Omit<CustomerHeadProps, 'open'>) {
  const navigate = useNavigate();
  const missing = useMissingScope();
  const reason = missing('customers:write');
  const { name, hasTools } = open;
  const { identity } = open.customer;
  const { id, email, phone } = identity;
  const block = identity.blocked_utc == null ? 'block' : 'unblock';
  const { verbs: words, commands } = messages;
  const withTools = (verb: CustomerVerb) => (hasTools ? verb : null);

  const verbs = {
    newTicket: {
      label: words.newTicket,
      icon: 'plus',
      kbd: 't',
      reason: missing('tickets:write'),
      run: () => on.onNewTicket({ name: identity.display_name, email, phone }),
    },
    issueLink: {
      label: words.issueLink,
      icon: 'key',
      kbd: 'l',
      reason: missing('portal_tokens:write') ?? (email === null ? messages.noEmailForLink : undefined),
      run: () => askForPortalLink({ email, name }),
    },
    bind: { label: words.bind, icon: 'chat', kbd: 'b', reason: missing('channels:write'), run: on.onBind },
    openInInbox: {
      label: words.openInInbox,
      icon: 'inbox',
      run: () => void navigate({ to: '/inbox', search: inboxSearch(identity, hasTools, 'all') }),
    },
    copyLink: { label: words.copyLink, icon: 'copy', run: () => void copyLink(open) },
    edit: withTools({ label: messages.edit, icon: 'pencil', reason, run: on.onEdit }),
    duplicates: withTools({
      label: words.duplicates,
      icon: 'people',
      run: () => void navigate({ to: '/customers/merge', search: { identity: id.toString() } }),
    }),
    block: withTools({ label: words[block], icon: 'lock', danger: block === 'block', reason, run: on.onBlock }),
    // Close the menu before printing.
    print: { label: words.print, icon: 'table', run: () => requestAnimationFrame(() => print()) },
    exportData: withTools({
      label: words.exportData,
      icon: 'download',
      reason: missing('admin:read'),
      run: () => askForPersonData({ id, name, kind: 'export' }),
    }),
    eraseData: withTools({
      label: words.eraseData,
      icon: 'warning',
      danger: true,
      reason,
      run: () => askForPersonData({ id, name, kind: 'erase' }),
    }),
  } satisfies Record<string, CustomerVerb | null>;

  const { newTicket, issueLink, bind } = verbs;
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.newTicket.keys, () => runOrSay(newTicket), { label: keys.newTicket.label, group });
  useShortcut(keys.issueLink.keys, () => runOrSay(issueLink), { label: keys.issueLink.label, group });
  useShortcut(keys.bind.keys, () => runOrSay(bind), { label: keys.bind.label, group });
  useOfferedCommands(
    COMMANDS.flatMap((key) => {
      const verb: CustomerVerb | null = verbs[key];
      if (verb === null) return [];
      const { icon, kbd, run, reason: disabledReason } = verb;
      const label = commands[key === 'block' ? block : key](name);
      return [{ id: `customer-verb-${key}`, group: 'customer' as const, label, icon, kbd, run, disabledReason }];
    }),
  );
  return verbs;
}

function runOrSay({ reason, run }: CustomerVerb): void {
  if (reason === undefined) run();
  else toast({ kind: 'info', text: reason });
}

/** Copies the address of this customer, without the filters of the list. */
async function copyLink({ customer, hasTools }: OpenCustomer): Promise<void> {
  const { id, email, phone } = customer.identity;
  const url = new URL(`/customers/${id}`, location.origin);
  // Without look-up by id, the address needs the email or phone.
  if (!hasTools && email !== null) url.searchParams.set('email', email);
  else if (!hasTools && phone !== null) url.searchParams.set('phone', phone);
  if (await copyText(url.href)) announce(messages.linkCopied);
  else toast({ kind: 'error', text: messages.linkNotCopied });
}
