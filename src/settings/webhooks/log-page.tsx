import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DELIVERY_STATES, EVENT_TYPES } from '#contract/webhook-events.ts';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { formatCount } from '#src/format/number.ts';
import { ChoiceFilter } from '#src/forms/choice-filter.tsx';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { NoRows } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { DeliveryDialog, DeliveryTable } from './deliveries.tsx';
import { messages } from './messages.ts';
import { logOptions, webhooksOptions } from './queries.ts';
import { isFiltered, type LogSearch } from './search.ts';

interface LogPageProps {
  readonly search: LogSearch;
  /** Opening a delivery adds a step to the history, a filter does not. */
  readonly go: (next: LogSearch, options?: { readonly push: boolean }) => void;
}

/** The deliveries of all webhooks, with their results. */
export function LogPage({ search, go }: LogPageProps) {
  const { id, ...list } = search;
  const { query, rows, total = 0, more } = useMoreRows({ ...logOptions(list), placeholderData: keepPreviousData });
  const subscriptions = useQuery(webhooksOptions()).data?.items;
  const webhookName = (key: bigint): string =>
    subscriptions?.find((one) => one.id === key)?.url ?? messages.unknown(key.toString());
  return (
    <>
      <SettingsHeader part="webhooks" actions={<PageActions />} />
      <PageBody>
        <Link to="/settings/webhooks" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ms-2 mb-3`}>
          <Icon name="back" size={14} />
          {messages.back}
        </Link>
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
              ) : (
                <NoRows
                  texts={messages}
                  icon="webhook"
                  isFiltered={isFiltered(search)}
                  clear={{ label: messages.filters.clear, onClick: () => go({}) }}
                />
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
          onClose={() => go({ ...search, id: undefined })}
          onOpen={(other) => go({ ...search, id: other.toString() })}
        />
      )}
    </>
  );
}

const texts = messages.filters;
/** Two states that people look for as one. */
const WAITING = 'pending,delivering';

interface LogFiltersProps {
  readonly search: LogSearch;
  readonly go: (next: LogSearch) => void;
  readonly subscriptions: readonly SubscriptionRecord[];
}

function LogFilters({ search, go, subscriptions }: LogFiltersProps) {
  const { state, event, webhook, failed } = search;
  const statesOf = (value = '') => DELIVERY_STATES.filter((one) => value.split(',').includes(one));
  return (
    <div className="flex flex-wrap items-end gap-2 pt-1 pb-3 print:hidden">
      <ChoiceFilter
        label={texts.state}
        any={texts.anyState}
        value={state?.join(',')}
        options={[[WAITING, texts.waiting], ...DELIVERY_STATES.map((value) => [value, messages.state[value]] as const)]}
        formatUnlisted={(value) =>
          statesOf(value)
            .map((one) => messages.state[one])
            .join(', ')
        }
        onChange={(value) => go({ ...search, state: value === undefined ? undefined : statesOf(value) })}
      />
      <ChoiceFilter
        label={texts.event}
        any={texts.anyEvent}
        className="w-52"
        value={event}
        options={EVENT_TYPES.map((value) => [value, value])}
        onChange={(value) => go({ ...search, event: EVENT_TYPES.find((one) => one === value) })}
      />
      <ChoiceFilter
        label={texts.webhook}
        any={texts.anyWebhook}
        className="w-64 max-w-full"
        value={webhook}
        options={subscriptions.map(({ id, url }) => [id.toString(), url])}
        formatUnlisted={messages.unknown}
        onChange={(value) => go({ ...search, webhook: value })}
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
