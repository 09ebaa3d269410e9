import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { getCustomer } from '#contract/customers.ts';
import type { Visitor, VisitorEvent } from '#contract/visitors.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatDay } from '#src/format/time.ts';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink, PageBody } from '#src/panels/page-parts.tsx';
import { isNotFound, Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FactList, Mono } from '#src/ui/fact-list.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { Instant } from '#src/ui/instant.tsx';
import type { EditDialogProps } from './edit-dialog.tsx';
import type { EraseDialogProps } from './erase-dialog.tsx';
import { messages } from './messages.ts';
import { CustomerDoor, LINK, SegmentLinks, visitorName } from './parts.tsx';
import { PlainValueList } from './plain-values.tsx';
import { forgetVisitor, sessionsOptions, visitorOptions } from './queries.ts';

const EditDialog = lazyComponent<'EditDialog', EditDialogProps>(() => import('./edit-dialog.tsx'), 'EditDialog');
const EraseDialog = lazyComponent<'EraseDialog', EraseDialogProps>(() => import('./erase-dialog.tsx'), 'EraseDialog');

interface VisitorPageProps {
  /** The visitor's key, any text. */
  readonly visitorKey: string;
  readonly onErased: () => Promise<void>;
}

/** The page of one visitor: who it is, what the website tracked, and the conversations with the AI. */
export function VisitorPage({ visitorKey, onErased }: VisitorPageProps) {
  const client = useQueryClient();
  const isWhole = isWholeService(useWhoami());
  const { reason } = useWriteAccess('visitors:write');
  const [dialog, setDialog] = useState<'edit' | 'erase' | null>(null);
  const historyOf = useHistoryItems();
  const query = useQuery(visitorOptions(visitorKey));
  const visitor = query.data ?? null;
  const isMissing = isNotFound(query.error);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title={visitor === null ? messages.one : visitorName(visitor)}
        lead={<BackLink to="/customers/visitors" label={messages.back} />}
        actions={
          <>
            {visitor === null ? null : (
              <Button icon="pencil" aria-haspopup="dialog" disabledReason={reason} onClick={() => setDialog('edit')}>
                {messages.edit}
              </Button>
            )}
            <PageActions
              more={
                visitor === null && !isMissing
                  ? []
                  : [
                      {
                        key: 'erase',
                        label: messages.erase,
                        icon: 'warning',
                        danger: true,
                        disabledReason: reason,
                        onSelect: () => setDialog('erase'),
                      },
                      ...(visitor === null ? [] : historyOf({ type: 'visitor', id: visitor.id })),
                    ]
              }
            />
          </>
        }
      />
      <PageBody>
        <div className="flex flex-col gap-7">
          <QueryState
            query={query}
            name={messages.one}
            loading={messages.loading}
            rows={10}
            missing={
              <EmptyBlock
                icon="search"
                title={messages.missing}
                text={isWhole ? messages.missingText : messages.missingShort}
                action={
                  <Link to="/customers/visitors" className={buttonClass()}>
                    {messages.toList}
                  </Link>
                }
              />
            }
          >
            {(found) =>
              found === null ? null : (
                <>
                  <Facts visitor={found} />
                  <Panel title={messages.attributes}>
                    {Object.keys(found.attributes).length === 0 ? (
                      <Nothing>{messages.noAttributes}</Nothing>
                    ) : (
                      <PlainValueList label={messages.attributes} values={found.attributes} />
                    )}
                  </Panel>
                  <EventsPanel events={found.events} total={found.event_count} />
                </>
              )
            }
          </QueryState>
          {isWhole && (visitor !== null || isMissing) ? <SessionsPanel visitorKey={visitorKey} /> : null}
        </div>
      </PageBody>
      <Suspense fallback={null}>
        {dialog === 'edit' && visitor !== null ? <EditDialog visitor={visitor} onClose={close} /> : null}
        {dialog === 'erase' ? (
          <EraseDialog
            visitorKey={visitorKey}
            visitor={visitor}
            onClose={close}
            onErased={() => {
              close();
              void onErased().then(() => forgetVisitor(client));
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function Nothing({ children }: { readonly children: string }) {
  return <p className="py-1.5 text-ink-3">{children}</p>;
}

function Facts({ visitor }: { readonly visitor: Visitor }) {
  const { visitor_key: key, email, phone, display_name: name, customer_identity_id: customerId } = visitor;
  return (
    <FactList
      className="border-b border-line pb-4 md:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]"
      facts={[
        [
          messages.key,
          <span key="key" className="flex items-start gap-0.5">
            <bdi className="min-w-0 whitespace-pre-wrap">
              <Mono>
                <AddressText text={key} />
              </Mono>
            </bdi>
            <span className="-my-0.5 flex-none print:hidden">
              <CopyButton text={key} label={messages.copy} />
            </span>
          </span>,
        ],
        [messages.name, name ?? messages.none],
        [messages.email, email ?? messages.none],
        [messages.phone, phone ?? messages.none],
        [
          messages.customer,
          customerId === null ? (
            <span className="text-ink-3">{messages.linkRule}</span>
          ) : (
            <NamedCustomer visitor={visitor} customerId={customerId} />
          ),
        ],
        [messages.column.segments, <SegmentLinks key="segments" segments={visitor.segments} />],
        [messages.column.first, <Instant key="first" at={visitor.first_seen_utc} form="instant" />],
        [messages.column.last, <Instant key="last" at={visitor.last_seen_utc} form="instant" />],
      ]}
    />
  );
}

/** The linked customer by name; by number until the name is known, or where there is no look-up by id. */
function NamedCustomer({ visitor, customerId }: { readonly visitor: Visitor; readonly customerId: bigint }) {
  const isWhole = isWholeService(useWhoami());
  const { data } = useQuery({
    ...read(getCustomer, { identity_id: customerId }),
    staleTime: 60_000,
    enabled: isWhole,
  });
  const identity = data?.identity;
  return <CustomerDoor visitor={visitor}>{identity?.display_name ?? identity?.email ?? identity?.phone}</CustomerDoor>;
}

interface EventsPanelProps {
  /** Newest first. */
  readonly events: readonly VisitorEvent[];
  /** All that were tracked. */
  readonly total: number;
}

function EventsPanel({ events, total }: EventsPanelProps) {
  const zone = useDisplayZone();
  const days = Map.groupBy(events, ({ occurred_utc: at }) => formatDay(at, zone));
  const count = formatCount(total);
  return (
    <Panel
      title={messages.events}
      note={events.length < total ? messages.newestOf(formatCount(events.length), count) : count}
    >
      {events.length === 0 ? <Nothing>{messages.noEvents}</Nothing> : null}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <p aria-hidden="true" className="flex items-center gap-2 pt-2.5 pb-1 text-11 font-medium text-ink-3">
            <span>{day}</span>
            <span className="h-px flex-1 bg-line" />
          </p>
          <ol>
            {ofDay.map(({ id, event, properties, occurred_utc: at }) => (
              <li key={id.toString()} className="flex items-baseline gap-3 py-1">
                <Instant at={at} form="time" className="flex-none text-12 text-ink-3 tabular-nums" />
                <div className="min-w-0 flex-1">
                  <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
                    <AddressText text={event} />
                  </p>
                  <PlainValueList label={event} values={properties} />
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Panel>
  );
}

/** The newest conversations with the AI, and the way to all of them. */
function SessionsPanel({ visitorKey }: { readonly visitorKey: string }) {
  const query = useQuery(sessionsOptions(visitorKey));
  const total = query.data?.total_count ?? 0;
  const isCut = query.data !== undefined && query.data.items.length < total;
  return (
    <Panel
      title={messages.sessions}
      note={
        query.data === undefined
          ? null
          : isCut
            ? messages.newestOf(formatCount(query.data.items.length), formatCount(total))
            : formatCount(total)
      }
      actions={
        isCut ? (
          <Link to="/conversations" search={{ visitor: visitorKey }} className={`${LINK} text-12`}>
            {messages.allSessions}
          </Link>
        ) : null
      }
    >
      <QueryState query={query} name={messages.sessions} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing>{messages.noSessions}</Nothing>
          ) : (
            <ul aria-label={messages.sessions}>
              {items.map(({ session_id: id, first_question: question, ...session }) => (
                <li
                  key={id}
                  className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line py-1"
                >
                  <Link
                    to="/conversations/session/$id"
                    params={{ id }}
                    dir="auto"
                    className={`${LINK} max-w-full min-w-0 truncate`}
                  >
                    {question ?? id}
                  </Link>
                  <span className="text-12 text-ink-3 tabular-nums">
                    {messages.outcome[session.outcome]}, {channelWord(session.channel)},{' '}
                    {messages.messageCount(session.message_count, formatCount(session.message_count))}
                  </span>
                  <Instant
                    at={session.started_utc}
                    form="instant"
                    className="ms-auto text-12 whitespace-nowrap text-ink-3 tabular-nums"
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Panel>
  );
}
