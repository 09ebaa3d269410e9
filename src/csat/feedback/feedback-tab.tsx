import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listFeedback } from '#contract/conversations.ts';
import type { Reply } from '#contract/operation.ts';
import type { CallQuery } from '#src/api/call.ts';
import { readPages } from '#src/api/read.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { messages as page } from '#src/csat/messages.ts';
import { useShownWindow } from '#src/csat/queries.ts';
import { type FeedbackSearch, RATINGS, type TabProps } from '#src/csat/search.ts';
import { formatMoment } from '#src/format/time.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay } from '#src/format/days.ts';
import { instantAt } from '#src/format/zone-time.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Table } from '#src/ui/table.tsx';

type Feedback = Reply<typeof listFeedback>['items'][number];

const FIELDS = [
  'id',
  'created_utc',
  'rating',
  'comment',
  'session_id',
  'ticket_id',
  'visitor_key',
  'customer_identity_id',
] as const satisfies readonly (keyof Feedback)[];

const PAGE_ROWS = 50;
const RANGES = { good: [4, 5], middle: [3, 3], low: [0, 2] } as const;

/** Ratings of visitors after a chat. They are no part of the score of tickets. */
export function FeedbackTab({ search, go }: TabProps<FeedbackSearch>) {
  const { from, zone } = useShownWindow(search);
  const range = search.rating === undefined ? null : RANGES[search.rating];
  const query: CallQuery<typeof listFeedback> = {
    since: instantAt({ day: from, time: '00:00' }, zone) ?? `${from}T00:00:00.000Z`,
    ...(range === null ? {} : { rating_min: range[0], rating_max: range[1] }),
  };
  const list = useMoreRows({
    ...readPages(listFeedback, query, { limit: PAGE_ROWS }),
    placeholderData: keepPreviousData,
  });
  const nameOf = useFileName();
  const { total = 0, rows } = list;
  const choose = (value: string) =>
    go({ ...search, rating: RATINGS.find((rating) => rating === value) }, { replace: true });
  return (
    <PageBody>
      <Panel
        title={messages.title}
        note={
          list.query.data === undefined
            ? null
            : messages.since(messages.count(total, formatCount(total)), formatUtcDay(from), zone)
        }
        actions={
          <>
            <Segmented
              label={messages.rating.label}
              value={search.rating ?? 'all'}
              options={(['all', ...RATINGS] as const).map((value) => ({ value, label: messages.rating[value] }))}
              onChange={choose}
            />
            <ExportButton<Feedback>
              command="csat-feedback-download"
              label={page.export.button}
              total={list.query.data === undefined ? undefined : total}
              nothing={page.export.nothing}
              fileOf={() => ({
                fileName: nameOf(page.export.feedback),
                readPage: pagesOf(listFeedback, query),
                fileOf: (all) => fieldsFile(FIELDS, all),
              })}
            />
          </>
        }
      >
        <p className="max-w-measure text-12 text-pretty text-ink-3">{messages.explains}</p>
        <QueryState query={list.query} name={messages.title} rows={12}>
          {() =>
            rows.length > 0 ? (
              <FeedbackTable rows={rows} />
            ) : range === null ? (
              <EmptyBlock icon="chat" title={messages.empty} text={messages.emptyText} />
            ) : (
              <EmptyBlock
                icon="search"
                title={messages.none}
                text={messages.noneText}
                action={<Button onClick={() => choose('all')}>{messages.all}</Button>}
              />
            )
          }
        </QueryState>
        <MoreRows {...list.more} />
      </Panel>
    </PageBody>
  );
}

function FeedbackTable({ rows }: { readonly rows: readonly Feedback[] }) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column } = messages;
  return (
    <Table
      caption={messages.title}
      className="mt-2"
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      columns={[
        {
          key: 'rating',
          head: column.rating,
          isRowHead: true,
          cell: ({ rating }) => (
            <span role="img" aria-label={messages.rated(String(rating))} className="font-medium tabular-nums">
              {rating}
            </span>
          ),
        },
        {
          key: 'comment',
          head: column.comment,
          cell: ({ comment }) => (
            <span
              dir="auto"
              className={`block max-w-measure [overflow-wrap:anywhere] ${comment === null ? 'text-ink-3' : ''}`}
            >
              {comment ?? page.noComment}
            </span>
          ),
        },
        { key: 'from', head: column.from, cell: (row) => <From row={row} /> },
        {
          key: 'time',
          head: column.time,
          isFigure: true,
          isBeside: true,
          cell: ({ created_utc: at }) => (
            <time dateTime={at} className="text-12 text-ink-3">
              {formatMoment(at, zone, nowMs)}
            </time>
          ),
        },
      ]}
    />
  );
}

/** The customer or the conversation that it came from, as a link. */
function From({ row: { ticket_id: ticket, customer_identity_id: customer } }: { readonly row: Feedback }) {
  const look = 'hit relative whitespace-nowrap text-accent-text tabular-nums hover:underline';
  if (ticket !== null)
    return (
      <Link to="/tickets/$id" params={{ id: ticket.toString() }} className={look}>
        {messages.ticket(ticket.toString())}
      </Link>
    );
  if (customer !== null)
    return (
      <Link to="/customers/$id" params={{ id: customer.toString() }} className={look}>
        {messages.customer(customer.toString())}
      </Link>
    );
  return <span className="text-ink-3">{messages.visitor}</span>;
}

const messages = defineMessages({
  title: 'Chat feedback',
  explains:
    'What visitors rated right after a chat, from 0 to 5. It’s a different question from the score of a resolved ticket, so we never add the two up.',
  since: (count: string, day: string, zone: string) => `${count} since ${day}, ${zone}`,
  count: (n: number, shown: string) => (n === 1 ? '1 rating' : `${shown} ratings`),
  rating: { label: 'Rating', all: 'All', good: '4 and 5', middle: '3', low: '0 to 2' },
  rated: (rating: string) => `Rated ${rating}`,
  column: { rating: 'Rating', comment: 'Comment', from: 'From', time: 'Time' },
  ticket: (id: string) => `Ticket ${id}`,
  customer: (id: string) => `Customer ${id}`,
  visitor: 'Visitor',
  none: 'No ratings match',
  noneText: 'Choose other ratings or more days.',
  empty: 'No chat feedback in these days',
  emptyText: 'Ratings come in from the survey after a chat.',
  all: 'Show all ratings',
});
