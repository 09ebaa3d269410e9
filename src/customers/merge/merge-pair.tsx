import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { dismissCustomerDuplicate, mergeCustomers, type CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import { isUnsure } from '#src/api/api-failure.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useAction, write } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName } from '#src/customers/contact.ts';
import { oneCustomerOptions } from '#src/customers/open-customer.ts';
import { partWords } from '#src/customers/parts.tsx';
import type { MergeSearch } from '#src/customers/search.ts';
import { view } from '#src/customers/view.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatDay } from '#src/format/time.ts';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, buttonClass, TEXT_LINK } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { Table } from '#src/ui/table.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { EvidenceStrip } from './evidence.tsx';
import { messages as page, pairMessages as messages } from './messages.ts';
import {
  isSamePair,
  otherSide,
  pairsOfOptions,
  previewOptions,
  sideOf,
  type MergePreview,
  type Pair,
  type Side,
} from './queries.ts';
import { mergeUndoable } from './undo-merge.tsx';

interface PairPanelProps {
  readonly pair: Pair;
  /** The list's row; undefined if the list does not have the pair. */
  readonly listed: CustomerDuplicate | undefined;
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
  /** Shows the next pair. `gone` is the customer who was merged. */
  readonly onDone: (gone: bigint | null) => void;
  /** Returns to the list that the pair covers. */
  readonly onBack: (() => void) | undefined;
}

/** Two customers side by side, and the result of merging them. */
export function PairPanel(props: PairPanelProps) {
  const { pair, onBack } = props;
  const one = useQuery(oneCustomerOptions(pair[0]));
  const other = useQuery(oneCustomerOptions(pair[1]));
  const both = {
    ...(one.error === null ? other : one),
    data: one.data && other.data ? ([one.data, other.data] as const) : undefined,
  };
  return (
    <>
      {onBack === undefined ? null : (
        <div className="flex-none border-b border-line px-2 py-1">
          <Button variant="ghost" icon="back" onClick={onBack}>
            {page.backToList}
          </Button>
        </div>
      )}
      <QueryState
        query={both}
        name={messages.pair}
        rows={9}
        rowClass="min-h-row px-7"
        missing={<EmptyBlock icon="people" title={messages.gone.missing} text={messages.gone.missingText} />}
      >
        {(customers) =>
          // A merged id answers as the survivor.
          customers.every(({ identity }, side) => identity.id === pair[side]) ? (
            <PairBody {...props} customers={customers} />
          ) : (
            <Merged pair={pair} customers={customers} />
          )
        }
      </QueryState>
    </>
  );
}

type Customers = readonly [Customer, Customer];

function Merged({ pair, customers: [one, other] }: { readonly pair: Pair; readonly customers: Customers }) {
  const [gone, { identity }] = one.identity.id === pair[0] ? [pair[1], other] : [pair[0], one];
  const id = String(identity.id);
  return (
    <EmptyBlock
      icon="info"
      title={messages.gone.merged(String(gone), id)}
      action={
        <>
          <Link to="/customers/$id" params={{ id }} className={buttonClass()}>
            {messages.open(customerName(identity))}
          </Link>
          <Link to="/customers/merges" search={{ identity: id }} className={buttonClass()}>
            {page.pastMerges}
          </Link>
        </>
      }
    />
  );
}

/** The evidence of the pair: the list's, else looked up; null if there is none, undefined while loading. */
function useDuplicate(pair: Pair, listed: CustomerDuplicate | undefined): CustomerDuplicate | null | undefined {
  const enabled = listed === undefined;
  const suggested = useQuery({ ...pairsOfOptions(pair[0], false), enabled }).data;
  const dismissed = useQuery({ ...pairsOfOptions(pair[0], true), enabled }).data;
  if (listed !== undefined) return listed;
  const all = [...(suggested?.items ?? []), ...(dismissed?.items ?? [])];
  const found = all.find(({ identities }) => isSamePair(identities, pair));
  if (found !== undefined) return found;
  return suggested === undefined || dismissed === undefined ? undefined : null;
}

/** Evidence, the choice of the survivor, what moves, and the buttons. */
function PairBody(props: PairPanelProps & { readonly customers: Customers }) {
  const { customers, listed, pair, search, go, onDone } = props;
  const navigate = useNavigate();
  const duplicate = useDuplicate(pair, listed);
  const isDismissed = duplicate?.dismissed === true;
  const { reason } = useWriteAccess('customers:write');
  const identities = [customers[0].identity, customers[1].identity] as const;
  const side = sideOf(pair, search.keep) ?? 0;
  const [survivor, merged] = [identities[side], identities[otherSide(side)]];
  const preview = useQuery({
    ...previewOptions({
      survivor: survivor.id,
      merged: merged.id,
      versions: identities.map(({ version }) => version),
    }),
    enabled: reason === undefined,
  });
  // Only what was counted may be merged.
  const isCounted = preview.data !== undefined && !preview.isFetching && !preview.isError;
  const whyNot = reason ?? (isCounted ? undefined : preview.isError ? messages.moves.failed : messages.foot.counting);

  const { act, isBusy, error } = useAction();
  const [doing, setDoing] = useState<'merge' | 'dismiss'>('merge');
  // Don't move on if the user has opened another pair.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function merge(): Promise<void> {
    if (whyNot !== undefined) return announce(whyNot);
    if (isBusy) return;
    setDoing('merge');
    const body = { survivor_id: survivor.id, merged_id: merged.id };
    const done = await act(() => write(mergeCustomers, { body }, { refetch: 'none' }).catch(refetchAfterFailure), {
      undo: ({ id }) => {
        const [from, into] = [customerName(merged), customerName(survivor)];
        const openDetails = () => void navigate({ to: '/customers/merges', search: { identity: String(survivor.id) } });
        return id === null ? null : mergeUndoable({ id, from, into }, openDetails);
      },
    });
    if (done === null) return;
    if (isShown.current) onDone(merged.id);
    void invalidateTouched(mergeCustomers);
  }

  async function dismiss(): Promise<void> {
    if (isBusy) return;
    setDoing('dismiss');
    const { dismissal } = messages;
    const [one = '', other = ''] = identities.map(customerName);
    const send = (dismissed: boolean) => ({
      body: { identities: [pair[0], pair[1]] satisfies [bigint, bigint], dismissed },
    });
    const said = (dismissed: boolean) => (dismissed ? dismissal.done : dismissal.undone)(one, other);
    const failed = (dismissed: boolean) => (dismissed ? dismissal.failed : dismissal.backFailed);
    const done = await act(() => write(dismissCustomerDuplicate, send(!isDismissed)), {
      failed: failed(!isDismissed),
      undo: () => ({
        text: said(!isDismissed),
        undo: inverse(dismissCustomerDuplicate, send(isDismissed), {
          failed: failed(isDismissed),
          done: said(isDismissed),
        }),
      }),
    });
    if (done !== null && isShown.current) onDone(null);
  }

  const keep = (next: Side): void => {
    if (next === side) return;
    go({ ...search, keep: next === 0 ? undefined : String(pair[next]) }, { replace: true });
    announce(messages.keep(String(pair[next])));
  };
  const [, { group, entries: keys }] = view.keys;
  useShortcut('1', () => keep(0), { label: page.keys.first, group });
  useShortcut('2', () => keep(1), { label: page.keys.second, group });
  useShortcut(keys.merge.keys, () => void merge(), { label: keys.merge.label, group });

  return (
    <>
      <div className="pane flex-1">
        <div className="mx-auto flex w-full max-w-page flex-col gap-4 px-7 py-4 max-md:px-4">
          <div>
            <h2 className="text-20 font-semibold text-pretty">
              {duplicate === null ? messages.byHand : messages.lead}
            </h2>
            <p className="text-ink-2 text-pretty">{messages.leadText}</p>
            {isDismissed ? <p className="mt-2 text-warn-text">{messages.dismissed}</p> : null}
            <EvidenceStrip duplicate={duplicate} customers={identities} />
          </div>
          <div>
            <Segmented
              label={messages.keepLabel}
              value={side === 0 ? '0' : '1'}
              options={[
                { value: '0', label: messages.keep(String(pair[0])) },
                { value: '1', label: messages.keep(String(pair[1])) },
              ]}
              onChange={(value) => keep(value === '0' ? 0 : 1)}
            />
          </div>
          <PairTable customers={identities} survivor={side} ticketsAfter={preview.data?.identity.ticket_count} />
          <Moves customers={identities} survivor={survivor} preview={preview} reason={reason} />
          <WriteFailure error={error} failed={isUnsure(error) ? () => messages.unsure : messages.mergeFailed} />
        </div>
      </div>
      <div className="flex min-h-[54px] flex-none flex-wrap items-center justify-end gap-2 border-t border-line-strong bg-surface px-7 py-2 max-md:px-4">
        <p className="min-w-0 flex-1 text-12 text-ink-2 max-md:basis-full">{messages.foot.undo}</p>
        {duplicate === undefined ? null : (
          <Button
            variant="ghost"
            disabledReason={reason}
            busy={isBusy && doing === 'dismiss'}
            onClick={() => void dismiss()}
          >
            {isDismissed ? messages.foot.takeBack : messages.foot.notSame}
          </Button>
        )}
        <Button
          variant="primary"
          kbd="mod+enter"
          disabledReason={whyNot}
          busy={isBusy && doing === 'merge'}
          onClick={() => void merge()}
          className="max-w-full"
        >
          <span className="min-w-0 truncate">{messages.foot.merge(String(merged.id), String(survivor.id))}</span>
        </Button>
      </div>
    </>
  );
}

/** Another user may have merged first, or the answer was lost: refetch. */
function refetchAfterFailure(failure: unknown): never {
  void invalidateTouched({ touches: ['customer', 'customer_duplicates', 'customer_merges'] });
  throw failure;
}

type Identity = Customer['identity'];

interface PairTableProps {
  readonly customers: readonly [Identity, Identity];
  readonly survivor: Side;
  /** Tickets after the merge; undefined while they are counted. */
  readonly ticketsAfter: number | undefined;
}

interface PairRow {
  readonly head: string;
  readonly values: readonly [ReactNode, ReactNode];
  readonly after: string;
}

/** The values of both, and what the customer has after the merge. */
function PairTable({ customers, survivor, ticketsAfter }: PairTableProps) {
  const zone = useDisplayZone();
  const [a, b] = customers;
  const [kept, other] = [customers[survivor], customers[otherSide(survivor)]];

  function field(head: string, name: 'email' | 'phone'): PairRow {
    return { head, values: [a[name], b[name]], after: kept[name] ?? other[name] ?? messages.none };
  }
  /** The instants have one format, so text order is time order. */
  function seen(head: string, name: 'first_seen_utc' | 'last_seen_utc', isEarlier: boolean): PairRow {
    const after = a[name] < b[name] === isEarlier ? a[name] : b[name];
    return { head, values: [formatDay(a[name], zone), formatDay(b[name], zone)], after: formatDay(after, zone) };
  }
  const rows: readonly PairRow[] = [
    {
      head: messages.name,
      values: [<CustomerLink key="a" customer={a} />, <CustomerLink key="b" customer={b} />],
      after: kept.display_name ?? other.display_name ?? messages.none,
    },
    field(messages.email, 'email'),
    field(messages.phone, 'phone'),
    {
      head: messages.tickets,
      values: [formatCount(a.ticket_count), formatCount(b.ticket_count)],
      after: ticketsAfter === undefined ? '' : formatCount(ticketsAfter),
    },
    seen(messages.firstSeen, 'first_seen_utc', true),
    seen(messages.lastSeen, 'last_seen_utc', false),
  ];
  const textOf = (value: ReactNode) =>
    typeof value === 'string' ? (
      <bdi>
        <AddressText text={value} />
      </bdi>
    ) : (
      (value ?? <span className="text-ink-3">{messages.none}</span>)
    );
  const wraps = 'tabular-nums [overflow-wrap:anywhere]';
  return (
    <Table
      caption={messages.table}
      phone="stack"
      rows={rows}
      keyOf={({ head }) => head}
      columns={[
        { key: 'field', head: messages.field, isHeadHidden: true, isRowHead: true, cell: ({ head }) => head },
        { key: 'a', head: String(a.id), className: wraps, cell: ({ values }) => textOf(values[0]) },
        { key: 'b', head: String(b.id), className: wraps, cell: ({ values }) => textOf(values[1]) },
        { key: 'after', head: messages.after, className: `${wraps} font-medium`, cell: ({ after }) => textOf(after) },
      ]}
    />
  );
}

function CustomerLink({ customer }: { readonly customer: Identity }) {
  return (
    <Link to="/customers/$id" params={{ id: String(customer.id) }} dir="auto" className={TEXT_LINK}>
      {customerName(customer)}
    </Link>
  );
}

interface MovesProps {
  readonly customers: readonly [Identity, Identity];
  readonly survivor: Identity;
  readonly preview: UseQueryResult<MergePreview>;
  /** Why this token may not ask what moves. */
  readonly reason: string | undefined;
}

const MAX_NAMED = 4;

/** The rows that move from one customer to the other, and those that stay. */
function Moves({ customers, survivor, preview, reason }: MovesProps) {
  const { moves: texts } = messages;
  const title = texts.title(String(survivor.id));
  const blocked = customers.find(({ blocked_utc: at }) => at !== null && at !== undefined);
  return (
    <Panel level={3} title={title}>
      {blocked === undefined ? null : <p className="mb-1.5 text-warn-text">{texts.blocked(customerName(blocked))}</p>}
      {reason !== undefined ? (
        <p className="text-ink-2">{reason}</p>
      ) : (
        <QueryState query={preview} name={title} loading={texts.loading} failed={texts.failed} rows={5}>
          {({ moved, preview: rows }) => {
            const some = (n: number | undefined) => (n === undefined || n === 0 ? null : formatCount(n));
            return (
              <FactList
                facts={[
                  [
                    messages.tickets,
                    moved.tickets === 0 ? null : (
                      <TicketLinks key="tickets" tickets={rows?.tickets} total={moved.tickets} />
                    ),
                  ],
                  [texts.handles, formatHandles(rows?.handles, moved.handles)],
                  [texts.newHandles, formatHandles(rows?.new_handles, rows?.new_handles.length ?? 0)],
                  [texts.noted, rows?.noted.map(({ value }) => value).join(', ') || null],
                  [texts.notes, some(moved.notes)],
                  [texts.csat, some(rows?.csat.count)],
                  [texts.sessions, some(moved.sessions)],
                  [texts.events, some(rows?.event_count)],
                  [texts.links, moved.links === 0 ? null : texts.linksStay(moved.links)],
                ]}
              />
            );
          }}
        </QueryState>
      )}
    </Panel>
  );
}

interface TicketLinksProps {
  readonly tickets: NonNullable<MergePreview['preview']>['tickets'] | undefined;
  readonly total: number;
}

function TicketLinks({ tickets = [], total }: TicketLinksProps) {
  const named = tickets.slice(0, MAX_NAMED);
  return (
    <span className="flex flex-wrap gap-x-2">
      {partWords('tickets', total)}
      {named.map(({ id, ticket_number: number, subject }) => (
        <Link key={id} to="/tickets/$id" params={{ id: String(id) }} title={subject} className={TEXT_LINK}>
          {`#${number}`}
        </Link>
      ))}
      {total > named.length ? messages.moves.more(formatCount(total - named.length)) : null}
    </span>
  );
}

interface NamedHandle {
  readonly channel: string;
  readonly external_user_id: string;
  readonly display_handle?: string | null;
}

/** Null for none. */
function formatHandles(handles: readonly NamedHandle[] = [], total: number): string | null {
  const named = handles
    .slice(0, MAX_NAMED)
    .map((one) => `${channelWord(one.channel)} ${one.display_handle ?? one.external_user_id}`);
  const rest = total > named.length ? [messages.moves.more(formatCount(total - named.length))] : [];
  return [...named, ...rest].join(', ') || null;
}
