import { useEffect, useRef, useState } from 'react';
import { unbindChannel } from '#contract/channels.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { BindRow } from './bind-row.tsx';
import { COLUMNS, HandleRow } from './handle-row.tsx';
import { isNotDeployed } from './handles.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';
import { CustomerPanel, Nothing } from './related-panels.tsx';

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

  const props = {
    open,
    onFailure: (error: unknown) => {
      if (isNotDeployed(error)) setFoundMissing(true);
    },
  };
  const bind = (
    <span className="print:hidden">
      <Button ref={bindButton} size="sm" icon="plus" kbd="b" disabledReason={reason} onClick={() => onBinding(true)}>
        {messages.verbs.bind}
      </Button>
    </span>
  );
  return (
    <CustomerPanel
      title={texts.title}
      note={isMissing ? null : texts.count(channels.length)}
      actions={isMissing || isBinding ? null : bind}
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
          ) : (
            <Nothing>{texts.empty}</Nothing>
          )}
          <ul aria-label={texts.title}>
            {channels.map((handle) => (
              <HandleRow
                key={`${id} ${handle.channel} ${handle.external_user_id}`}
                {...props}
                handle={handle}
                reason={reason}
                // The row is gone with the question.
                onUnbind={() => bindButton.current?.focus()}
              />
            ))}
            {isBinding ? <BindRow {...props} onClose={() => onBinding(false)} /> : null}
          </ul>
        </>
      )}
    </CustomerPanel>
  );
}
