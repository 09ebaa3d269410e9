import { sendWebhookDeliveries, type DeliveryRecord } from '#contract/webhook-deliveries.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { Button } from '#src/ui/button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

const texts = messages.resend;

interface ResendButtonProps {
  readonly delivery: DeliveryRecord;
  /** What was sent is no longer kept. */
  readonly isBodyGone?: boolean;
  /** Its webhook is disabled: the service would refuse. */
  readonly isOff?: boolean;
  /** Hears of the delivery that was queued. */
  readonly onQueued?: (id: bigint) => void;
}

/** Sends a delivery again: the same message, so that a receiver that has had it knows it again. */
export function ResendButton({ delivery, isBodyGone = false, isOff = false, onQueued }: ResendButtonProps) {
  const { reason } = useWriteAccess('webhooks:write');
  const { write, isBusy } = useWrite(sendWebhookDeliveries);
  const id = delivery.id.toString();
  const isRunning = delivery.state === 'pending' || delivery.state === 'delivering';
  async function send(): Promise<void> {
    const queued = await write(
      { body: { action: 'replay', id: delivery.id } },
      { failed: (why) => texts.failed(id, why) },
    );
    if (queued === null || !('id' in queued)) return;
    toast({ kind: 'done', text: texts.done(queued.id.toString()) });
    onQueued?.(queued.id);
  }
  return (
    <Button
      size="sm"
      aria-label={texts.of(id)}
      busy={isBusy}
      disabledReason={reason ?? (isRunning ? texts.running : isOff ? texts.off : isBodyGone ? texts.noBody : undefined)}
      onClick={() => void send()}
    >
      {texts.button}
    </Button>
  );
}
