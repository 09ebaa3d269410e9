import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton, TextButton } from '#src/ui/button.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
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
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { askForPortalLink } from '#src/portal-links/issue-dialog.tsx';
import type { IconName } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { view } from '#src/customers/view.ts';

interface CustomerHeadProps {
  readonly open: OpenCustomer;
  readonly onNewTicket: (requester: { name: string | null; email: string | null; phone: string | null }) => void;
  readonly onBind: () => void;
  /** Blocks or unblocks. */
  readonly onBlock: () => void;
  readonly onDialog: (dialog: 'edit' | 'export' | 'erase') => void;
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

const MENU = ['edit', 'duplicates', 'exportData', 'block', 'eraseData'] as const;

interface MoreMenuProps {
  readonly id: bigint;
  readonly verbs: ReturnType<typeof useCustomerVerbs>;
}

function MoreMenu({ id, verbs }: MoreMenuProps) {
  const history = useHistoryItems()({ type: 'customer_identity', id });
  const items = MENU.flatMap((key): readonly MenuItem[] => {
    const verb: CustomerVerb | null = verbs[key];
    if (verb === null) return [];
    const { run, reason, ...shown } = verb;
    return [{ ...shown, key, onSelect: run, disabledReason: reason }];
  });
  return (
    <Menu
      label={messages.more}
      align="end"
      items={[...items, ...history]}
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

/** The figures of a customer; each count leads to what it counts. */
export function CustomerFacts({ open, onRatings }: CustomerFactsProps) {
  const { identity, tickets, csat } = open.customer;
  const { facts } = messages;
  const zone = useDisplayZone();
  const now = useNow();
  const id = identity.id.toString();
  const seen = lastSeenOf(identity);
  const merged = identity.merged_from ?? [];

  function ratingOf(): ReactNode {
    if (csat.count === 0 || csat.average === null) return facts.noCsat;
    const rating = facts.rating(csat.average.toFixed(1), csat.count);
    if (onRatings === undefined) return rating;
    return (
      <>
        <TextButton aria-label={facts.ratingsLink(rating)} className="text-start print:hidden" onClick={onRatings}>
          {rating}
        </TextButton>
        {/* Paper has no buttons. */}
        <span className="hidden print:inline">{rating}</span>
      </>
    );
  }

  return (
    <div className="mt-5 border-y border-line py-2.5">
      <FactList
        className="md:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]"
        facts={[
          [
            facts.identity,
            <span key="id" className="flex items-center gap-0.5">
              {id}
              <span className="-my-1 print:hidden">
                <CopyButton text={id} label={facts.copyId} />
              </span>
            </span>,
          ],
          [
            facts.tickets,
            <TicketCount key="tickets" open={open} count={tickets.total} status="all" label={facts.ticketsLink} />,
          ],
          [
            facts.open,
            <TicketCount key="open" open={open} count={tickets.open} status="open" label={facts.openLink} />,
          ],
          [facts.csat, ratingOf()],
          [facts.firstSeen, <Instant key="first" at={identity.first_seen_utc} />],
          [
            facts.lastSeen,
            seen === null ? (
              facts.noTickets
            ) : (
              <Instant key="last" at={seen}>
                {formatNear(seen, zone, now)}
              </Instant>
            ),
          ],
          [facts.mergedFrom, merged.length === 0 ? null : merged.join(', ')],
        ]}
      />
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

/** The actions on a customer, for buttons, menu, keys and palette. Null if the service lacks it. */
function useCustomerVerbs(open: OpenCustomer, on: Omit<CustomerHeadProps, 'open'>) {
  const navigate = useNavigate();
  const missing = useMissingScope();
  const reason = missing('customers:write');
  const { name, hasTools } = open;
  const { identity } = open.customer;
  const { id, email, phone } = identity;
  const block = identity.blocked_utc == null ? 'block' : 'unblock';
  const { verbs: words } = messages;
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
    edit: withTools({ label: messages.edit, icon: 'pencil', reason, run: () => on.onDialog('edit') }),
    duplicates: withTools({
      label: words.duplicates,
      icon: 'people',
      run: () => void navigate({ to: '/customers/merge', search: { identity: id.toString() } }),
    }),
    block: withTools({ label: words[block], icon: 'lock', danger: block === 'block', reason, run: on.onBlock }),
    exportData: withTools({
      label: words.exportData,
      icon: 'download',
      reason: missing('admin:read'),
      run: () => on.onDialog('export'),
    }),
    eraseData: withTools({
      label: words.eraseData,
      icon: 'warning',
      danger: true,
      reason,
      run: () => on.onDialog('erase'),
    }),
  } satisfies Record<string, CustomerVerb | null>;

  const { newTicket, issueLink, bind } = verbs;
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.newTicket.keys, () => runOrSay(newTicket), { label: keys.newTicket.label, group });
  useShortcut(keys.issueLink.keys, () => runOrSay(issueLink), { label: keys.issueLink.label, group });
  useShortcut(keys.bind.keys, () => runOrSay(bind), { label: keys.bind.label, group });
  useOfferedCommands(
    Object.entries(verbs).flatMap(([key, verb]: [string, CustomerVerb | null]) => {
      if (verb === null) return [];
      const { label, icon, kbd, run, reason: disabledReason } = verb;
      return [
        { id: `customer-verb-${key}`, group: 'customer' as const, label, note: name, icon, kbd, run, disabledReason },
      ];
    }),
  );
  return verbs;
}

function runOrSay({ reason, run }: CustomerVerb): void {
  if (reason === undefined) run();
  else toast({ kind: 'info', text: reason });
}
