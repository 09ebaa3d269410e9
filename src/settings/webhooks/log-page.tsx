import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DeliveryRecord } from '#contract/webhook-deliveries.ts';
import { DELIVERY_STATES, EVENT_TYPES } from '#contract/webhook-events.ts';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { SelectField } from '#src/forms/field.tsx';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { Table } from '#src/ui/table.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { messages } from './messages.ts';
import { logOptions, subscriptionsOptions } from './queries.ts';
import { ResendButton } from './resend-button.tsx';
import { isFiltered, type LogSearch } from './search.ts';

const TONES = {
  pending: 'accent',
  delivering: 'accent',
  succeeded: 'ok',
  failed: 'danger',
  cancelled: 'plain',
} as const;

interface LogPageProps {
  readonly search: LogSearch;
  /** Opening a delivery is a step of the history, a filter is not. */
  readonly go: (next: LogSearch, options?: { readonly push: boolean }) => void;
}

/** What was sent to webhooks, how it went, and sending it again. */
export function LogPage({ search, go }: LogPageProps) {
  const { id, ...list } = search;
  const { query, rows, total = 0, more } = useMoreRows({ ...logOptions(list), placeholderData: keepPreviousData });
  const subscriptions = useQuery(subscriptionsOptions()).data?.items;
  const urlOf = (key: bigint): string | undefined => subscriptions?.find((one) => one.id === key)?.url;
  const webhookName = (key: bigint): string =>
    urlOf(key) ?? (subscriptions === undefined ? key.toString() : messages.gone(key.toString()));
  return (
    <>
      <SettingsHeader part="webhooks" actions={<PageActions />} />
      <PageBody>
        <h2 className="text-20 font-semibold">{messages.title}</h2>
        <p className="mb-4 text-ink-2">{messages.lead}</p>
        <Panel
          title={messages.list}
          note={
            <span role="status">
              {query.data === undefined ? null : messages.shownOf(formatCount(rows.length), formatCount(total))}
            </span>
          }
        >
          <LogFilters search={search} go={(next) => go(next)} subscriptions={subscriptions ?? []} />
          <QueryState query={query} name={messages.list} rows={10} rowClass="min-h-12">
            {() =>
              rows.length > 0 ? (
                <DeliveryTable
                  rows={rows}
                  webhookName={webhookName}
                  onOpen={(opened) => go({ ...search, id: opened.toString() }, { push: true })}
                />
              ) : isFiltered(search) ? (
                <EmptyBlock
                  icon="search"
                  title={messages.noMatch.title}
                  text={messages.noMatch.text}
                  action={<Button onClick={() => go({})}>{messages.filters.clear}</Button>}
                />
              ) : (
                <EmptyBlock icon="webhook" title={messages.empty.title} text={messages.empty.text} />
              )
            }
          </QueryState>
          <MoreRows {...more} />
        </Panel>
      </PageBody>
      {id === undefined ? null : (
        <DeliveryDialog
          key={id}
          id={BigInt(id)}
          webhookName={webhookName}
          onClose={() => go({ ...search, id: undefined })}
          onOpen={(other) => go({ ...search, id: other.toString() })}
        />
      )}
    </>
  );
}

interface DeliveryTableProps {
  readonly rows: readonly DeliveryRecord[];
  readonly webhookName: (id: bigint) => string;
  readonly onOpen: (id: bigint) => void;
}

function DeliveryTable({ rows, webhookName, onOpen }: DeliveryTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column } = messages;
  const near = (iso: string) => formatNear(iso, zone, nowMs);
  return (
    <Table
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      columns={[
        {
          key: 'event',
          head: column.event,
          isRowHead: true,
          cell: ({ id, event_type: event }) => (
            <button
              type="button"
              aria-haspopup="dialog"
              className="hit relative min-h-6 text-start font-mono text-12 text-accent-text hover:underline"
              onClick={() => onOpen(id)}
            >
              {event} <span className="sr-only">{messages.delivery}</span>{' '}
              <span className="text-ink-3 tabular-nums">{id.toString()}</span>
            </button>
          ),
        },
        {
          key: 'state',
          head: column.state,
          isBeside: true,
          cell: ({ state }) => <Chip tone={TONES[state] ?? 'plain'}>{messages.state[state] ?? state}</Chip>,
        },
        {
          key: 'webhook',
          head: column.webhook,
          cell: ({ subscription_id: webhook }) => (
            <span dir="ltr" className="[overflow-wrap:anywhere]">
              <AddressText text={webhookName(webhook)} />
            </span>
          ),
        },
        {
          key: 'last',
          head: column.last,
          cell: (delivery) => (
            <>
              {lastAnswer(delivery)}
              <span className="block text-12 text-ink-3 tabular-nums">
                {messages.attempts(delivery.attempt_count)}
                {delivery.next_attempt_utc === null ? '' : `, ${messages.nextAt(near(delivery.next_attempt_utc))}`}
              </span>
            </>
          ),
        },
        {
          key: 'made',
          head: column.made,
          cell: ({ created_utc: at }) => (
            <time dateTime={at} className="tabular-nums">
              {near(at)}
            </time>
          ),
        },
        {
          key: 'actions',
          head: column.actions,
          isHeadHidden: true,
          isFigure: true,
          cell: (delivery) => <ResendButton delivery={delivery} />,
        },
      ]}
    />
  );
}

/** What the receiver said last, in words. */
function lastAnswer({
  last_error_code: error,
  last_http_status: status,
  attempt_count: tries,
}: DeliveryRecord): string {
  if (error !== null && error !== 'status') return messages.error[error] ?? error;
  if (status !== null) return messages.status(status);
  return tries === 0 ? messages.noAnswer : messages.state.succeeded;
}

const texts = messages.filters;
const ANY = 'any';
/** Several states that people ask for as one. */
const WAITING = 'pending,delivering';

interface LogFiltersProps {
  readonly search: LogSearch;
  readonly go: (next: LogSearch) => void;
  readonly subscriptions: readonly SubscriptionRecord[];
}

/** Which deliveries are listed. */
function LogFilters({ search, go, subscriptions }: LogFiltersProps) {
  const { state, event, webhook, failed } = search;
  const chosen = state?.join(',') ?? ANY;
  const states = [
    { value: ANY, label: texts.anyState },
    { value: WAITING, label: texts.waiting },
    ...DELIVERY_STATES.map((value) => ({ value: String(value), label: messages.state[value] })),
  ];
  return (
    <div className="flex flex-wrap items-end gap-2 pt-1 pb-3 print:hidden">
      <SelectField
        label={texts.state}
        className="w-40"
        value={chosen}
        options={
          states.some(({ value }) => value === chosen)
            ? states
            : [...states, { value: chosen, label: stateWords(state) }]
        }
        onChange={({ target }) =>
          go({
            ...search,
            state:
              target.value === ANY ? undefined : DELIVERY_STATES.filter((one) => target.value.split(',').includes(one)),
          })
        }
      />
      <SelectField
        label={texts.event}
        className="w-52"
        value={event ?? ANY}
        options={[{ value: ANY, label: texts.anyEvent }, ...EVENT_TYPES.map((value) => ({ value, label: value }))]}
        onChange={({ target }) => go({ ...search, event: EVENT_TYPES.find((one) => one === target.value) })}
      />
      <SelectField
        label={texts.webhook}
        className="w-64 max-w-full"
        value={webhook ?? ANY}
        options={[
          { value: ANY, label: texts.anyWebhook },
          ...subscriptions.map(({ id, url }) => ({ value: id.toString(), label: url })),
          ...(webhook === undefined || subscriptions.some(({ id }) => id.toString() === webhook)
            ? []
            : [{ value: webhook, label: messages.gone(webhook) }]),
        ]}
        onChange={({ target }) => go({ ...search, webhook: target.value === ANY ? undefined : target.value })}
      />
      <Button
        aria-pressed={failed !== undefined}
        className={failed === undefined ? '' : 'border-accent-line! bg-accent-tint! text-accent-text!'}
        onClick={() => go({ ...search, failed: failed === undefined ? '24h' : undefined })}
      >
        {texts.failed}
      </Button>
      {isFiltered(search) ? (
        <Button variant="ghost" onClick={() => go({})}>
          {texts.clear}
        </Button>
      ) : null}
    </div>
  );
}

function stateWords(state: LogSearch['state'] = []): string {
  return state.map((one) => messages.state[one]).join(', ');
}
