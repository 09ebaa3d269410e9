import { useEffect, useRef, useState } from 'react';
import { unbindChannel } from '#contract/channels.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { showFailure } from '#src/api/write.ts';
import type { OpenCustomer } from './open-customer.ts';
import { CustomerPanel, Nothing } from './panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { BindRow } from './bind-row.tsx';
import { COLUMNS, HandleRow } from './handle-row.tsx';
import { nameOf } from './handle-owner.ts';
import { bindHandle, unbindHandle } from './handle-writes.ts';
import { messages } from './messages.ts';

const texts = messages.channels;

interface ChannelsPanelProps {
  readonly open: OpenCustomer;
  readonly isBinding: boolean;
  readonly onBinding: (isBinding: boolean) => void;
}

/** The handles that messages are matched to this customer by. */
export function ChannelsPanel({ open, isBinding, onBinding }: ChannelsPanelProps) {
  const { channels, id } = open.customer.identity;
  const { reason } = useWriteAccess('channels:write');
  const isKnownMissing = useWhoami().capabilities.deployed.channels === false;
  const [isFoundMissing, setFoundMissing] = useState(false);
  const isMissing = isKnownMissing || isFoundMissing;
  const bindButton = useRef<HTMLButtonElement>(null);
  const wasBinding = useRef(isBinding);
  useEffect(() => {
    if (wasBinding.current && !isBinding) bindButton.current?.focus();
    wasBinding.current = isBinding;
  }, [isBinding]);

  function onFailure(error: unknown): void {
    if (isNotDeployed(error)) setFoundMissing(true);
  }

  const bind = (
    <Button ref={bindButton} size="sm" icon="plus" kbd="b" disabledReason={reason} onClick={() => onBinding(true)}>
      {messages.verbs.bind}
    </Button>
  );
  return (
    <CustomerPanel
      title={texts.title}
      note={isMissing ? null : texts.count(channels.length)}
      actions={isMissing || isBinding ? null : <span className="print:hidden">{bind}</span>}
      resource={unbindChannel.resource}
    >
      {isMissing ? (
        <EmptyBlock icon="info" title={texts.notDeployed} text={texts.notDeployedText} />
      ) : (
        <>
          {channels.length > 0 || isBinding ? (
            <div
              aria-hidden="true"
              className={`hidden min-h-8 items-center gap-x-3 border-b border-line text-12 text-ink-3 @xl:grid ${COLUMNS}`}
            >
              <span>{texts.channel}</span>
              <span>{texts.externalId}</span>
              <span>{texts.handle}</span>
              <span>{isBinding ? null : texts.bound}</span>
            </div>
          ) : null}
          {channels.length === 0 && !isBinding ? <Nothing>{texts.empty}</Nothing> : null}
          <ul aria-label={texts.title}>
            {channels.map((handle) => (
              <HandleRow
                key={`${id} ${handle.channel} ${handle.external_user_id}`}
                handle={handle}
                reason={reason}
                onUnbind={() => {
                  // The row is gone with the question.
                  bindButton.current?.focus();
                  unbindHandle(open, handle).catch(onFailure);
                }}
                onRename={async (display_handle) => {
                  try {
                    await bindHandle(open, { ...handle, display_handle }, null);
                    return true;
                  } catch (error) {
                    onFailure(error);
                    showFailure(error, (why) => texts.renameFailed(nameOf(handle), why));
                    return false;
                  }
                }}
              />
            ))}
            {isBinding ? (
              <BindRow
                open={open}
                onClose={() => onBinding(false)}
                onNotDeployed={() => {
                  setFoundMissing(true);
                  onBinding(false);
                }}
              />
            ) : null}
          </ul>
        </>
      )}
    </CustomerPanel>
  );
}

function isNotDeployed(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'bind_failed' || error.code === 'unbind_failed');
}
