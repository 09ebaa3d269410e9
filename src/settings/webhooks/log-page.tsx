import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DELIVERY_STATES, EVENT_TYPES } from '#contract/webhook-events.ts';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { formatCount } from '#src/format/number.ts';
import { SelectField } from '#src/forms/field.tsx';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { messages } from './messages.ts';
import { logOptions, subscriptionsOptions } from './queries.ts';
import { isFiltered, type LogSearch } from './search.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

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
  const isOff = (key: bigint): boolean => subscriptions?.find(({ id }) => id === key)?.state === 'disabled';
  return (
    <>
      <SettingsHeader part="webhooks" actions={<PageActions />} />
      <PageBody>
        <WebhookTabs />
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
                  isOff={isOff}
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
          row={rows.find((row) => row.id.toString() === id)}
          webhookName={webhookName}
          isOff={isOff}
          onClose={() => go({ ...search, id: undefined })}
          onOpen={(other) => go({ ...search, id: other.toString() })}
        />
      )}
    </>
  );
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
