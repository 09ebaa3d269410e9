import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatLatency } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { SecretDialog } from '#src/ui/secret-dialog.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { webhookMessages as messages } from './messages.ts';
import { webhooksOptions } from './queries.ts';
import type { WebhooksSearch } from './search.ts';
import { WebhookDetail } from './webhook-detail.tsx';
import type { NewSecret } from './webhook-dialogs.tsx';
import { eventsText, StateChip, Success } from './webhook-figures.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { byUrgency, nameOf, stateOf } from './webhook-state.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

interface WebhooksPageProps {
  readonly search: WebhooksSearch;
  /** Opening a webhook or a delivery is a step of the history. */
  readonly go: (next: WebhooksSearch, options?: { readonly push: boolean }) => void;
}

/** The webhooks of the site, or the one that the address names. */
export function WebhooksPage({ search: { id, delivery }, go }: WebhooksPageProps) {
  const { reason } = useWriteAccess('webhooks:write');
  const query = useQuery(webhooksOptions());
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  useOfferedVerbs([{ id: 'settings-new-webhook', run: () => setAdding(true), disabledReason: reason }]);
  const add = (
    <Button
      variant="primary"
      icon="plus"
      disabledReason={reason}
      aria-haspopup="dialog"
      onClick={() => setAdding(true)}
    >
      {/* Beside the tabs of the settings a phone has no room for the words. */}
      <span className="max-md:sr-only">{messages.add}</span>
    </Button>
  );
  return (
    <>
      <SettingsHeader
        part="webhooks"
        actions={
          <>
            <PageActions />
            {add}
          </>
        }
      />
      <PageBody>
        <WebhookTabs />
        <QueryState query={query} name={messages.list} rows={4} rowClass="min-h-12">
          {({ items }) => {
            if (id === undefined) return <WebhookList webhooks={items} add={add} />;
            const webhook = items.find((one) => one.id.toString() === id);
            return webhook === undefined ? (
              <EmptyBlock
                icon="search"
                title={messages.missing.title}
                text={messages.missing.text}
                action={<Button onClick={() => go({})}>{messages.back}</Button>}
              />
            ) : (
              <WebhookDetail
                key={id}
                webhook={webhook}
                openDelivery={delivery}
                onDelivery={(opened) => go({ id, delivery: opened?.toString() }, { push: opened !== undefined })}
                onSecret={setSecret}
                onDeleted={() => go({})}
              />
            );
          }}
        </QueryState>
      </PageBody>
      {isAdding ? (
        <WebhookForm
          webhook={null}
          onClose={() => setAdding(false)}
          onSaved={(made) => {
            setAdding(false);
            if (made.secret !== undefined)
              setSecret({ secret: made.secret, title: messages.secret.made, text: messages.secret.lead });
            go({ id: made.id.toString() }, { push: true });
          }}
        />
      ) : null}
      {secret === null ? null : (
        <SecretDialog
          title={secret.title}
          lead={secret.text}
          name={messages.secret.name}
          secret={secret.secret}
          copy={messages.secret.copy}
          lost={messages.secret.lost}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

interface WebhookListProps {
  readonly webhooks: readonly SubscriptionRecord[];
  readonly add: ReactNode;
}

function WebhookList({ webhooks, add }: WebhookListProps) {
  // Figures of a day come from the delivery log.
  const hasLog = hasExtension(useWhoami(), 'webhook_deliveries');
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column, none } = messages;
  if (webhooks.length === 0)
    return <EmptyBlock icon="webhook" title={messages.empty.title} text={messages.empty.text} action={add} />;
  const near = (at: string | null | undefined) =>
    at == null ? none : <Instant at={at}>{formatNear(at, zone, nowMs)}</Instant>;
  const columns: readonly Column<SubscriptionRecord>[] = [
    {
      key: 'webhook',
      head: column.webhook,
      isRowHead: true,
      cell: (webhook) => (
        <>
          <Link
            to="/settings/webhooks"
            search={{ id: webhook.id.toString() }}
            dir="auto"
            className="hit relative font-medium text-accent-text [overflow-wrap:anywhere] hover:underline"
          >
            {nameOf(webhook)}
          </Link>
          <span dir="ltr" className="block font-mono text-12 font-normal text-ink-3 [overflow-wrap:anywhere]">
            <AddressText text={webhook.url} />
          </span>
        </>
      ),
    },
    {
      key: 'state',
      head: column.state,
      isBeside: true,
      cell: (webhook) => (
        <>
          <StateChip webhook={webhook} />
          {webhook.disabled_reason === null || webhook.disabled_utc === null ? null : (
            <span className="block text-12 text-ink-3 max-md:hidden">
              {messages.why[webhook.disabled_reason]}, {formatInstant(webhook.disabled_utc, zone, nowMs)}
            </span>
          )}
        </>
      ),
    },
    { key: 'events', head: column.events, isFigure: true, cell: eventsText },
  ];
  const figures: readonly Column<SubscriptionRecord>[] = [
    { key: 'success', head: column.success, isFigure: true, cell: (webhook) => <Success webhook={webhook} /> },
    {
      key: 'p95',
      head: column.p95,
      isFigure: true,
      className: 'max-md:hidden',
      cell: ({ p95_ms_24h: ms }) => (ms == null ? none : formatLatency(ms)),
    },
    {
      key: 'failure',
      head: column.failure,
      isFigure: true,
      className: 'max-md:hidden',
      cell: ({ last_failure_utc: at }) => near(at),
    },
    {
      key: 'next',
      head: column.next,
      isFigure: true,
      className: 'max-md:hidden',
      cell: ({ next_attempt_utc: at }) => near(at),
    },
  ];
  const waiting: Column<SubscriptionRecord> = {
    key: 'waiting',
    head: column.waiting,
    isFigure: true,
    cell: ({ pending }) => formatCount(pending),
  };
  return (
    <>
      <h2 className="text-20 font-semibold text-balance">{leadOf(webhooks)}</h2>
      <p className="mb-3 text-ink-2 text-pretty">{messages.leadText}</p>
      <Table
        caption={messages.list}
        rows={byUrgency(webhooks)}
        keyOf={({ id }) => id.toString()}
        phone="stack"
        columns={hasLog ? [...columns, ...figures, waiting] : [...columns, waiting]}
      />
    </>
  );
}

/** How many there are, and what of them needs somebody. */
function leadOf(webhooks: readonly SubscriptionRecord[]): string {
  const count = (state: string) => webhooks.filter((webhook) => stateOf(webhook) === state).length;
  const [failing, disabled] = [count('failing'), count('disabled')];
  return [
    messages.lead(webhooks.length),
    failing > 0 ? messages.failing(failing) : null,
    disabled > 0 ? messages.disabled(disabled) : null,
    count('active') === webhooks.length ? messages.allWell : null,
  ]
    .filter((part) => part !== null)
    .join(' ');
}
