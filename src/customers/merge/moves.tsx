import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { Customer } from '#contract/customers.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName } from '#src/customers/contact.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatDay } from '#src/format/time.ts';
import { QueryPending } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { partWords, type Part } from '#src/customers/parts.tsx';
import type { MergePreview } from './queries.ts';
import { pairMessages as messages } from './messages.ts';

const { moves: texts, checks } = messages;
const MAX_NAMED = 4;

interface MovesProps {
  readonly survivor: Customer;
  readonly merged: Customer;
  readonly preview: UseQueryResult<MergePreview>;
  /** Why this token may not ask what moves. */
  readonly reason: string | undefined;
}

/** Rows that move from one customer to the other, each with the figure after. */
export function Moves({ survivor, merged, preview, reason }: MovesProps) {
  const id = useId();
  const title = texts.title(String(survivor.identity.id));
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-control items-center gap-2">
        <h3 id={id} className="flex-1 text-14 font-semibold">
          {title}
        </h3>
      </div>
      {reason !== undefined ? (
        <p className="py-1.5 text-ink-2">{reason}</p>
      ) : preview.data === undefined ? (
        <QueryPending
          query={preview}
          name={title}
          loading={texts.loading}
          failed={texts.failed}
          rows={5}
          rowClass="min-h-8 px-4"
        />
      ) : (
        <div aria-busy={preview.isFetching || undefined}>
          <MoveLines survivor={survivor} merged={merged} reply={preview.data} />
        </div>
      )}
    </section>
  );
}

function MoveLines({ survivor, merged, reply }: ChecksProps & { readonly reply: MergePreview }) {
  const zone = useDisplayZone();
  const { moved, preview, identity } = reply;
  const { become, joined } = texts;
  const events = preview?.event_count ?? 0;
  const channelsAfter = become(formatCount(countChannelsAfter(survivor, reply)));
  const made = preview?.new_handles ?? [];
  const csat = csatOf(survivor, merged);
  const all: readonly Line[] = [
    [
      partWords('tickets', moved.tickets),
      moved.tickets,
      <TicketLinks key="tickets" tickets={preview?.tickets ?? []} total={moved.tickets} />,
      become(formatCount(identity.ticket_count)),
    ],
    part('handles', moved.handles, formatHandles(preview?.handles ?? []), channelsAfter),
    [texts.newHandles(made.length, formatCount(made.length)), made.length, formatHandles(made), channelsAfter],
    part('csat', csat.count, texts.average(csat.average), texts.averageAfter(csat.after)),
    part('events', events, partWords('visitors', moved.visitors), joined),
    part('notes', moved.notes, '', joined),
    part('sessions', moved.sessions, '', joined),
  ];
  const moving = all.filter(([, count]) => count > 0);
  const staying: readonly Line[] =
    moved.links === 0
      ? []
      : [part('links', moved.links, formatLinks(preview?.links ?? [], zone), texts.linksStay(moved.links))];
  return (
    <>
      {moving.length === 0 ? <p className="py-1.5 text-ink-2">{texts.nothing}</p> : <Lines lines={moving} />}
      {staying.length === 0 ? null : (
        <>
          <h4 className="mt-3 text-12 font-medium text-ink-2">{texts.staying}</h4>
          <Lines lines={staying} />
        </>
      )}
    </>
  );
}

/** The count in words, the count, which ones, and the figure afterwards. */
type Line = readonly [string, number, ReactNode, string];

function part(what: Part, count: number, which: ReactNode, after: string): Line {
  return [partWords(what, count), count, which, after];
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul>
      {lines.map(([words, , which, after]) => (
        <li
          key={words}
          className="flex min-h-8 flex-wrap items-center gap-x-3 border-b border-line py-1.5 last:border-b-0"
        >
          <span className="w-[118px] flex-none font-semibold tabular-nums">{words}</span>
          <span className="min-w-0 flex-[1_1_120px] text-12 text-ink-2 [overflow-wrap:anywhere]">{which}</span>
          <span className="flex-none text-12 text-ink-3 tabular-nums">{after}</span>
        </li>
      ))}
    </ul>
  );
}

/** The survivor's channels, those that move, and those that an email or phone becomes. */
export function countChannelsAfter(survivor: Customer, { moved, preview }: MergePreview): number {
  return survivor.identity.channels.length + moved.handles + (preview?.new_handles.length ?? 0);
}

type Preview = MergePreview['preview'];

interface TicketLinksProps {
  readonly tickets: NonNullable<Preview>['tickets'];
  readonly total: number;
}

function TicketLinks({ tickets, total }: TicketLinksProps) {
  const named = tickets.slice(0, MAX_NAMED);
  return (
    <>
      {named.map(({ id, ticket_number: number }, at) => (
        <span key={id}>
          {at === 0 ? null : ', '}
          <Link
            to="/tickets/$id"
            params={{ id: String(id) }}
            className="hit relative tabular-nums hover:text-accent-text hover:underline"
          >
            {`#${number}`}
          </Link>
        </span>
      ))}
      {total > named.length ? ` ${texts.more(formatCount(total - named.length))}` : null}
    </>
  );
}

interface ShownHandle {
  readonly channel: string;
  readonly external_user_id: string;
  readonly display_handle?: string | null;
}

function formatHandles(handles: readonly ShownHandle[]): string {
  const words = handles.map((one) => `${channelWord(one.channel)} ${one.display_handle ?? one.external_user_id}`);
  return firstOf(words, MAX_NAMED);
}

function formatLinks(links: readonly { readonly expires_utc: string }[], zone: string): string {
  const days = [...new Set(links.map(({ expires_utc: at }) => formatDay(at, zone)))];
  return days.length === 0 ? '' : texts.expires(firstOf(days, 2));
}

function firstOf(words: readonly string[], shown: number): string {
  const rest = words.length - shown;
  return `${words.slice(0, shown).join(', ')}${rest > 0 ? ` ${texts.more(formatCount(rest))}` : ''}`;
}

/** Averages of the merged customer and of both together. */
function csatOf(survivor: Customer, merged: Customer) {
  const { count, average } = merged.csat;
  const rated = average === null ? 0 : count;
  const all = rated + survivor.csat.count;
  const after = ((average ?? 0) * rated + (survivor.csat.average ?? 0) * survivor.csat.count) / all;
  return { count: rated, average: (average ?? 0).toFixed(1), after: after.toFixed(1) };
}

const MAX_CHECKED = 5;

interface ChecksProps {
  readonly survivor: Customer;
  readonly merged: Customer;
  /** Undefined while it is counted, or if the token may not ask. */
  readonly reply: MergePreview | undefined;
}

/** Warnings before two customers become one. */
export function Checks({ survivor, merged, reply }: ChecksProps) {
  const id = useId();
  const unsolved = (reply?.preview?.tickets ?? []).filter(({ status }) => status === 'open' || status === 'pending');
  const total = merged.tickets.open + merged.tickets.pending;
  const named = unsolved.slice(0, MAX_CHECKED);
  const [one, other] = [survivor.identity, merged.identity];
  const blocked = [one, other].filter(({ blocked_utc: at }) => at !== null && at !== undefined);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="flex min-h-control items-center text-14 font-semibold">
        {checks.title}
      </h3>
      <ul>
        {named.map(({ id: ticketId, ticket_number: number, status, subject }) => (
          <Check key={ticketId} isWarning>
            <span title={subject}>{status === 'open' ? checks.open(`#${number}`) : checks.pending(`#${number}`)}</span>
            <Link
              to="/tickets/$id"
              params={{ id: String(ticketId) }}
              aria-label={checks.openTicket(`#${number}`)}
              className="hit relative ms-auto flex-none text-accent-text hover:underline"
            >
              {checks.openLink}
            </Link>
          </Check>
        ))}
        {reply !== undefined && total > named.length ? (
          <Check isWarning>
            <span>
              {named.length === 0
                ? checks.unsolved(total, formatCount(total))
                : checks.moreOpen(total - named.length, formatCount(total - named.length))}
            </span>
          </Check>
        ) : null}
        {total === 0 ? <Check>{checks.nothingOpen}</Check> : null}
        {blocked.map((identity) => (
          <Check key={identity.id} isWarning>
            <span>{checks.blocked(customerName(identity))}</span>
          </Check>
        ))}
        {one.email !== null && other.email !== null && one.email.toLowerCase() !== other.email.toLowerCase() ? (
          <Check>
            <span>
              <AddressText text={checks.emails(one.email, other.email)} />
            </span>
          </Check>
        ) : null}
        <Check>{checks.webhook}</Check>
        <Check>{checks.bothHandles}</Check>
      </ul>
    </section>
  );
}

function Check({ isWarning = false, children }: { readonly isWarning?: boolean; readonly children: ReactNode }) {
  return (
    <li className="flex min-h-8 items-start gap-2 border-b border-line py-1.5 last:border-b-0 [overflow-wrap:anywhere]">
      <Icon
        name={isWarning ? 'warning' : 'info'}
        size={14}
        className={`mt-[3px] flex-none ${isWarning ? 'text-warn' : 'text-ink-3'}`}
      />
      {children}
    </li>
  );
}
