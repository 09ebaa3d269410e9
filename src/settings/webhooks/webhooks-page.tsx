import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { view } from '#src/settings/view.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { buttonClass, Button, TEXT_LINK } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { Table, type Column } from '#src/ui/table.tsx';
import { webhookMessages as messages } from './messages.ts';
import { webhooksOptions } from './queries.ts';
import type { WebhooksSearch } from './search.ts';
import { focusIfLost, StateChip, Success, WebhookDetail } from './webhook-detail.tsx';
import { SigningSecret, WebhookForm } from './webhook-form.tsx';
import { nameOf, stateOf } from './webhook-state.ts';

interface WebhooksPageProps {
  readonly search: WebhooksSearch;
  /** Opening a webhook or a delivery adds a step to the history. */
  readonly go: (next: WebhooksSearch, options?: { readonly push: boolean }) => void;
}

/** The webhooks of the site, or the one in the URL. */
export function WebhooksPage({ search: { id, delivery }, go }: WebhooksPageProps) {
  const { reason } = useWriteAccess('webhooks:write');
  const hasLog = isWholeService(useWhoami());
  const query = useQuery(webhooksOptions());
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const texts = messages.secret;
  const [, { group, entries: keys }] = view.keys;
  useShortcut(keys.add.keys, () => setAdding(true), { label: keys.add.label, group, when: reason === undefined });
  useOfferedVerbs([{ id: 'settings-new-webhook', run: () => setAdding(true), disabledReason: reason }]);
  const add = (
    <Button
      variant="primary"
      icon="plus"
      disabledReason={reason}
      aria-haspopup="dialog"
      onClick={() => setAdding(true)}
    >
      {/* A phone has no room for the words beside the tabs. */}
      <span className="max-md:sr-only">{messages.add}</span>
    </Button>
  );

  function show(webhooks: readonly SubscriptionRecord[]): ReactNode {
    if (id === undefined) return <WebhookList webhooks={webhooks} add={add} />;
    const webhook = webhooks.find((one) => one.id.toString() === id);
    if (webhook === undefined)
      return (
        <EmptyBlock
          icon="search"
          title={messages.missing}
          action={<Button onClick={() => go({})}>{messages.back}</Button>}
        />
      );
    return (
      <WebhookDetail
        key={id}
        webhook={webhook}
        openDelivery={delivery}
        onDelivery={(opened) => go({ id, delivery: opened?.toString() }, { push: opened !== undefined })}
        onDeleted={() => go({})}
      />
    );
  }

  return (
    <>
      <SettingsHeader
        part="webhooks"
        actions={
          <>
            <PageActions />
            {hasLog ? (
              <Link to="/settings/webhooks/log" className={buttonClass({ variant: 'ghost' })}>
                {messages.log}
              </Link>
            ) : null}
            {add}
          </>
        }
      />
      <PageBody>
        <QueryState query={query} name={messages.list} rows={4} rowClass="min-h-12">
          {({ items }) => show(items)}
        </QueryState>
      </PageBody>
      {isAdding ? (
        <WebhookForm
          webhook={null}
          onClose={() => setAdding(false)}
          onSaved={(saved) => {
            setAdding(false);
            setSecret(saved.secret ?? null);
            go({ id: saved.id.toString() }, { push: true });
          }}
        />
      ) : null}
      {secret === null ? null : (
        <SigningSecret title={texts.made} text={texts.lead} secret={secret} onClose={() => setSecret(null)} />
      )}
    </>
  );
}

interface WebhookListProps {
  readonly webhooks: readonly SubscriptionRecord[];
  readonly add: ReactNode;
}

function WebhookList({ webhooks, add }: WebhookListProps) {
  const hasLog = isWholeService(useWhoami());
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column } = messages;
  if (webhooks.length === 0)
    return <EmptyBlock icon="webhook" title={messages.empty.title} text={messages.empty.text} action={add} />;
  const figures: readonly Column<SubscriptionRecord>[] = [
    { key: 'success', head: column.success, isFigure: true, cell: (webhook) => <Success webhook={webhook} /> },
    {
      key: 'failure',
      head: column.failure,
      isFigure: true,
      cell: ({ last_failure_utc: at }) => (at == null ? '–' : <Instant at={at}>{formatNear(at, zone, nowMs)}</Instant>),
    },
  ];
  const columns: readonly Column<SubscriptionRecord>[] = [
    {
      key: 'webhook',
      head: column.webhook,
      isRowHead: true,
      cell: (webhook) => (
        <>
          <Link to="/settings/webhooks" search={{ id: webhook.id.toString() }} dir="auto" className={TEXT_LINK}>
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
              {messages.why[webhook.disabled_reason]}, {formatInstant(webhook.disabled_utc, zone)}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'events',
      head: column.events,
      isFigure: true,
      cell: ({ events }) => (events.includes('*') ? messages.allEvents : formatCount(events.length)),
    },
    // The figures come from the delivery log.
    ...(hasLog ? figures : []),
    { key: 'waiting', head: column.waiting, isFigure: true, cell: ({ pending }) => formatCount(pending) },
  ];
  return (
    <>
      <h2 ref={focusIfLost} tabIndex={-1} className="mb-3 text-20 font-semibold text-balance outline-none">
        {leadOf(webhooks)}
      </h2>
      <Table
        caption={messages.list}
        rows={webhooks}
        keyOf={({ id }) => id.toString()}
        phone="stack"
        columns={columns}
      />
    </>
  );
}

function leadOf(webhooks: readonly SubscriptionRecord[]): string {
  const count = (state: string) => webhooks.filter((webhook) => stateOf(webhook) === state).length;
  const [failing, disabled] = [count('failing'), count('disabled')];
  const parts = [messages.lead(webhooks.length)];
  if (failing > 0) parts.push(messages.failing(failing));
  if (disabled > 0) parts.push(messages.disabled(disabled));
  return parts.join(' ');
}
