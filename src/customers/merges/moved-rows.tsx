import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CustomerMerge, MovedRows as Rows } from '#contract/customer-merges.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatDay } from '#src/format/time.ts';
import { QueryPending } from '#src/panels/panel.tsx';
import { MoreRows, moreOf } from '#src/ui/rows/more-rows.tsx';
import { messages } from './messages.ts';
import { movedRowsOptions, movedWords } from './receipts.ts';

const texts = messages.rows;
const LINK = 'hit relative text-accent-text underline decoration-line-strong underline-offset-2';

/** The tickets, handles and links that went to the survivor. */
export function MovedRows({ merge }: { readonly merge: CustomerMerge }) {
  const zone = useDisplayZone();
  const { query, more } = moreOf(useInfiniteQuery(movedRowsOptions(merge)));
  const { data } = query;
  if (data === undefined)
    return <QueryPending query={query} name={texts.what} loading={texts.loading} rows={3} rowClass="min-h-7 px-4" />;
  const pages = data.pages.filter((page) => page !== null);
  if (pages.length === 0) return <p className="text-12 text-ink-2">{texts.notKept}</p>;
  const all = <Kind extends keyof Rows>(kind: Kind) =>
    pages.flatMap((page): readonly Rows[Kind][number][] => page[kind]);
  const [tickets, handles, links] = [all('tickets'), all('handles'), all('links')];
  if (tickets.length + handles.length + links.length === 0) return <p className="text-12 text-ink-2">{texts.none}</p>;
  // What has no row of its own here.
  const rest = movedWords({ ...merge.moved, tickets: 0, handles: 0, links: 0 });
  return (
    <>
      <Group title={texts.tickets} shown={tickets.length} total={merge.moved.tickets}>
        {tickets.map(({ id, ticket_number: number, subject }) => (
          <Row key={id.toString()}>
            <Link to="/tickets/$id" params={{ id: String(id) }} className={`${LINK} tabular-nums`}>
              {`#${number}`}
            </Link>{' '}
            <bdi>{subject}</bdi>
          </Row>
        ))}
      </Group>
      <Group title={texts.handles} shown={handles.length} total={merge.moved.handles}>
        {handles.map(({ channel, external_user_id: user, display_handle: name, identity_id: owner }) => (
          <Row key={`${channel} ${user}`}>
            {channelWord(channel)} <bdi>{name ?? user}</bdi>
            {owner === merge.survivor_id ? null : (
              <span className="ms-2 text-ink-3">
                {owner === null ? (
                  texts.unbound
                ) : (
                  <>
                    {texts.nowWith}{' '}
                    <Link to="/customers/$id" params={{ id: String(owner) }} className={`${LINK} tabular-nums`}>
                      {String(owner)}
                    </Link>
                  </>
                )}
              </span>
            )}
          </Row>
        ))}
      </Group>
      <Group title={texts.links} shown={links.length} total={merge.moved.links}>
        {links.map(({ id, requester_email: email, expires_utc: until }) => (
          <Row key={id.toString()}>
            <Link to="/manage/portal-tokens" search={{ email }} className={LINK}>
              <bdi>{email}</bdi>
            </Link>{' '}
            <span className="text-ink-3 tabular-nums">{texts.expires(formatDay(until, zone))}</span>
          </Row>
        ))}
      </Group>
      {rest === null ? null : <p className="mt-2 text-12 text-ink-2">{texts.also(rest)}</p>}
      <MoreRows {...more} />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly shown: number;
  readonly total: number;
  readonly children: ReactNode;
}

function Group({ title, shown, total, children }: GroupProps) {
  if (shown === 0) return null;
  return (
    <>
      <h3 className="mt-2 text-12 font-medium">
        {title}
        {shown < total ? (
          <span className="ms-2 font-normal text-ink-3 tabular-nums">
            {texts.shownOf(formatCount(shown), formatCount(total))}
          </span>
        ) : null}
      </h3>
      <ul aria-label={title}>{children}</ul>
    </>
  );
}

function Row({ children }: { readonly children: ReactNode }) {
  return (
    <li className="border-b border-line py-1.5 text-12 text-ink-2 last:border-b-0 [overflow-wrap:anywhere]">
      {children}
    </li>
  );
}
