import { useRef } from 'react';
import type { ChannelHandle } from '#contract/customers.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction } from '#src/api/write.ts';
import { callHref, mailHref, whatsAppHref } from '#src/customers/contact.ts';
import type { OpenCustomer } from '#src/customers/open-customer.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { Table } from '#src/ui/table.tsx';
import { hideHandle, nameOf, unbindHandle } from './handles.ts';
import { messages } from './messages.ts';
import { CustomerPanel, Nothing } from './related-panels.tsx';

const texts = messages.channels;

interface ChannelsPanelProps {
  readonly open: OpenCustomer;
  /** Opens the form; with a handle to change that one's display handle. */
  readonly onBind: (handle: ChannelHandle | null) => void;
}

/** The handles that messages are matched to this customer by. */
export function ChannelsPanel({ open, onBind }: ChannelsPanelProps) {
  const { channels } = open.customer.identity;
  const { reason } = useWriteAccess('channels:write');
  const { act } = useAction();
  const bindButton = useRef<HTMLButtonElement>(null);
  if (useWhoami().capabilities.deployed.channels === false)
    return (
      <CustomerPanel title={texts.title}>
        <EmptyBlock icon="info" title={texts.notDeployed} text={texts.notDeployedText} />
      </CustomerPanel>
    );

  function unbind(handle: ChannelHandle): void {
    // The row with the focus disappears.
    bindButton.current?.focus();
    void act(() => unbindHandle(open, handle), {
      queues: true,
      optimistic: () => hideHandle(open, handle),
      failed: (why) => texts.unbindFailed(nameOf(handle), why),
      undo: ({ undoable }) => undoable,
    });
  }

  return (
    <CustomerPanel
      title={texts.title}
      note={formatCount(channels.length)}
      actions={
        <span className="print:hidden">
          <Button
            ref={bindButton}
            size="sm"
            icon="plus"
            kbd="b"
            aria-haspopup="dialog"
            disabledReason={reason}
            onClick={() => onBind(null)}
          >
            {messages.verbs.bind}
          </Button>
        </span>
      }
    >
      {channels.length === 0 ? (
        <Nothing>{texts.empty}</Nothing>
      ) : (
        <Table
          caption={texts.title}
          phone="stack"
          rows={channels}
          keyOf={nameOf}
          columns={[
            {
              key: 'channel',
              head: texts.channel,
              isRowHead: true,
              cell: ({ channel }) => (
                <span className="flex items-center gap-2">
                  <span aria-hidden="true" className="flex text-ink-2">
                    <ChannelIcon channel={channel} label={channelWord(channel)} />
                  </span>
                  {channelWord(channel)}
                </span>
              ),
            },
            { key: 'id', head: texts.externalId, cell: (handle) => <ExternalId handle={handle} /> },
            {
              key: 'handle',
              head: texts.handle,
              className: '[overflow-wrap:anywhere]',
              cell: ({ display_handle: shown }) => (
                <bdi>
                  <AddressText text={shown || texts.none} />
                </bdi>
              ),
            },
            {
              key: 'bound',
              head: texts.bound,
              cell: ({ bound_utc: at }) => (
                <Instant at={at} className="text-12 whitespace-nowrap text-ink-3 tabular-nums" />
              ),
            },
            {
              key: 'verbs',
              head: messages.more,
              isHeadHidden: true,
              isBeside: true,
              className: 'print:hidden',
              cell: (handle) => (
                <span className="flex justify-end gap-0.5">
                  <IconButton
                    icon="pencil"
                    size="sm"
                    label={texts.rename(nameOf(handle))}
                    aria-haspopup="dialog"
                    disabledReason={reason}
                    onClick={() => onBind(handle)}
                  />
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={texts.unbindOne(nameOf(handle))}
                    disabledReason={reason}
                    onClick={() => unbind(handle)}
                  >
                    {texts.unbind}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
    </CustomerPanel>
  );
}

/** The channel's id, with a link to write or call if there is one, and Copy. */
function ExternalId({ handle: { channel, external_user_id: id } }: { readonly handle: ChannelHandle }) {
  const linkOf = { email: mailHref, whatsapp: whatsAppHref, sms: callHref, messenger: null, instagram: null }[channel];
  const link = linkOf?.(id) ?? null;
  return (
    <span className="group flex min-w-0 items-center gap-1">
      <span dir="ltr" className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">
        {link === null ? (
          <AddressText text={id} />
        ) : (
          <SafeLink href={link} className="hover:underline">
            <AddressText text={id} />
          </SafeLink>
        )}
      </span>
      <span className="flex-none opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100 print:hidden">
        <CopyButton text={id} label={texts.copy(id)} />
      </span>
    </span>
  );
}
