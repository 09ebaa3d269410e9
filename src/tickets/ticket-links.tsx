import { Link } from '@tanstack/react-router';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { IconName } from '#src/ui/icons/icon-paths.ts';
import type { TicketLink } from '#contract/tickets.ts';
import { messages } from './messages.ts';

const ICONS: Readonly<Record<TicketLink['kind'], IconName>> = {
  customer: 'person',
  session: 'chat',
  csat: 'star',
  portal_token: 'key',
};

interface TicketLinksProps {
  readonly links: readonly TicketLink[];
  /** Of the requester, whose portal links they are. */
  readonly email: string | null;
}

/** What the ticket belongs to elsewhere, with the way there where that has a page. */
export function TicketLinks({ links, email }: TicketLinksProps) {
  return (
    <ul className="max-w-measure">
      {links.map((link) => (
        <li key={`${link.kind} ${link.id}`} className="flex min-h-row items-center gap-2 border-b border-line">
          <Icon name={ICONS[link.kind]} size={14} className="text-ink-3" />
          <span className="w-24 flex-none text-12 text-ink-3">{messages.link[link.kind]}</span>
          <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <Way link={link} email={email} />
          </span>
          <span className="flex-none text-12 text-ink-3 tabular-nums">{messages.link.id(link.id)}</span>
        </li>
      ))}
    </ul>
  );
}

function Way({ link, email }: Pick<TicketLinksProps, 'email'> & { readonly link: TicketLink }) {
  const look = 'text-accent-text hover:underline';
  if (link.kind === 'customer') {
    return (
      <Link to="/customers/$id" params={{ id: link.id }} className={look}>
        {link.label}
      </Link>
    );
  }
  if (link.kind === 'portal_token' && email !== null) {
    return (
      <Link to="/manage/portal-tokens" search={{ email }} className={look}>
        {link.label}
      </Link>
    );
  }
  return link.label;
}
