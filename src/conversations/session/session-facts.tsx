import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAiUsage } from '#contract/ai-reports.ts';
import type { Transcript } from '#contract/conversations.ts';
import { read } from '#src/api/read.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { useHasSessions } from '#src/conversations/queries.ts';
import { ReviewPanel } from '#src/conversations/review/review-panel.tsx';
import { addDays, utcToday } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord, wordOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { MAX_WINDOW_DAYS } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { FactList, Mono } from '#src/ui/fact-list.tsx';
import { Table } from '#src/ui/table.tsx';
import { Usd } from '#src/ui/usd.tsx';
import { messages } from './messages.ts';

const LINK = 'hit relative text-accent-text hover:underline';

/** Beside the transcript: who, when and where, the AI calls, and what a reviewer found, with the form. */
export function SessionFacts({ transcript }: { readonly transcript: Transcript }) {
  const hasSessions = useHasSessions();
  return (
    <div className="flex flex-col gap-6">
      <Facts transcript={transcript} />
      {hasSessions ? <Calls transcript={transcript} /> : null}
      <ReviewPanel transcript={transcript} />
    </div>
  );
}

function Facts({ transcript }: { readonly transcript: Transcript }) {
  const zone = useDisplayZone();
  const { facts: texts } = messages;
  const { session_id: id, name = null, customer_identity_id: customer, visitor_key: visitor } = transcript;
  const { ticket_id: ticket, journey, ended_utc: ended } = transcript;
  return (
    <Panel title={texts.title}>
      <FactList
        className="mt-1"
        facts={[
          [
            customer === null ? texts.visitor : texts.customer,
            customer !== null ? (
              <Link to="/customers/$id" params={{ id: customer.toString() }} className={LINK}>
                {name ?? page.customerId(customer.toString())}
              </Link>
            ) : visitor === null || journey === undefined ? (
              <AddressText text={name ?? visitor ?? texts.unknown} />
            ) : (
              <Link to="/customers/visitors/$key" params={{ key: visitor }} className={LINK}>
                <AddressText text={name ?? visitor} />
              </Link>
            ),
          ],
          [texts.channel, channelWord(transcript.channel)],
          [texts.started, formatInstant(transcript.started_utc, zone)],
          [texts.ended, ended === null ? texts.notEnded : formatInstant(ended, zone)],
          [texts.outcome, wordOf(page.outcome, transcript.outcome)],
          [
            texts.ticket,
            ticket === null ? (
              page.none
            ) : (
              <Link to="/tickets/$id" params={{ id: ticket.toString() }} className={LINK}>
                {journey?.ticket?.id === ticket
                  ? page.ticket(String(journey.ticket.ticket_number))
                  : page.ticketId(ticket.toString())}
              </Link>
            ),
          ],
          [texts.cost, <Usd key="cost" usd={transcript.cost_usd} />],
          [
            texts.id,
            <span key="id" className="inline-flex max-w-full items-center gap-1">
              <span className="min-w-0">
                <Mono>{id}</Mono>
              </span>
              <CopyButton text={id} label={texts.copyId} />
            </span>,
          ],
        ]}
      />
    </Panel>
  );
}

/** The UTC days on which a session can have calls. */
function daysOf({ started_utc: started, ended_utc: ended }: Transcript) {
  const from = started.slice(0, 10);
  const last = ended?.slice(0, 10) ?? utcToday(Date.now());
  const to = [addDays(last, 1), addDays(from, MAX_WINDOW_DAYS)].toSorted()[0] ?? last;
  return { from, to };
}

function Calls({ transcript }: { readonly transcript: Transcript }) {
  const { calls: texts } = messages;
  const session = transcript.session_id;
  const days = daysOf(transcript);
  const query = useQuery({
    ...read(listAiUsage, { ...days, group_by: ['feature'], session_id: session, order_by: 'cost' }),
    staleTime: 30_000,
  });
  return (
    <Panel
      title={texts.title}
      actions={
        query.data === undefined || query.data.items.length === 0 ? null : (
          <Link to="/ai/usage/calls" search={{ ...days, session }} className={`${LINK} text-12`}>
            {texts.show}
          </Link>
        )
      }
    >
      <QueryState query={query} name={texts.title} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-3">{texts.empty}</p>
          ) : (
            <>
              <Table
                caption={texts.title}
                rows={items}
                keyOf={({ feature }) => feature ?? ''}
                columns={[
                  {
                    key: 'feature',
                    head: texts.feature,
                    isRowHead: true,
                    foot: texts.total,
                    cell: ({ feature }) => feature,
                  },
                  {
                    key: 'calls',
                    head: texts.calls,
                    isFigure: true,
                    foot: formatCount(items.reduce((sum, { calls }) => sum + calls, 0)),
                    cell: ({ calls }) => formatCount(calls),
                  },
                  {
                    key: 'cost',
                    head: texts.cost,
                    isFigure: true,
                    foot: <Usd usd={items.reduce((sum, { cost_usd: cost }) => sum + cost, 0)} />,
                    cell: ({ cost_usd: cost, calls, unpriced_calls: unpriced }) =>
                      unpriced === calls && calls > 0 ? texts.noPrice : <Usd usd={cost} />,
                  },
                ]}
              />
              <Unpriced calls={items.reduce((sum, { unpriced_calls: unpriced }) => sum + unpriced, 0)} />
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}

function Unpriced({ calls }: { readonly calls: number }) {
  if (calls === 0) return null;
  return (
    <p className="mt-2 text-12 text-pretty text-warn-text">{messages.calls.unpriced(calls, formatCount(calls))}</p>
  );
}
