import { DELIVERY_STATES, EVENT_TYPES } from '#contract/webhook-events.ts';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { SelectField } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { isFiltered, type LogSearch } from './search.ts';

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
export function LogFilters({ search, go, subscriptions }: LogFiltersProps) {
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
