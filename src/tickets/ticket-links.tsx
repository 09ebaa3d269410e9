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

/** What the ticket belongs to elsewhere. They become ways there when those pages exist. */
export function TicketLinks({ links }: { readonly links: readonly TicketLink[] }) {
  return (
    <ul className="max-w-measure">
      {links.map((link) => (
        <li key={`${link.kind} ${link.id}`} className="flex min-h-row items-center gap-2 border-b border-line">
          <Icon name={ICONS[link.kind]} size={14} className="text-ink-3" />
          <span className="w-24 flex-none text-12 text-ink-3">{messages.link[link.kind]}</span>
          <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {link.label}
          </span>
          <span className="flex-none text-12 text-ink-3 tabular-nums">{messages.link.id(link.id)}</span>
        </li>
      ))}
    </ul>
  );
}
