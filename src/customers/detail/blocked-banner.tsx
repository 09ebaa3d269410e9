import { useRef, useState } from 'react';
import { updateCustomer } from '#contract/customer-writes.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { write } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import type { OpenCustomer } from './open-customer.ts';
import { formatInstant } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { holdUndo, offerUndo } from '#src/undo/undo.ts';
import { messages } from './messages.ts';

interface BlockedBannerProps {
  readonly open: OpenCustomer;
  readonly sinceUtc: string;
  /** The banner goes, and the focus with it. */
  readonly onUnblocked: () => void;
}

/** At the top of a blocked customer: since when, what it means, and the way back. */
export function BlockedBanner({ open, sinceUtc, onUnblocked }: BlockedBannerProps) {
  const zone = useDisplayZone();
  const { reason } = useWriteAccess('customers:write');
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);

  async function unblock(): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    if (await setBlocked(open, false)) onUnblocked();
    busy.current = false;
    setBusy(false);
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-danger-line bg-danger-tint px-3 py-2 text-danger-text">
      <Icon name="lock" size={14} />
      <p className="min-w-0 flex-1 basis-60">
        <b className="font-medium">{messages.block.banner(formatInstant(sinceUtc, zone))}</b>{' '}
        {messages.block.bannerText}
      </p>
      <Button size="sm" busy={isBusy} disabledReason={reason} onClick={() => void unblock()}>
        {messages.verbs.unblock}
      </Button>
    </div>
  );
}

/** Blocks or unblocks with a way back; a toast says where it failed. Answers whether it was done. */
export async function setBlocked(open: OpenCustomer, blocked: boolean): Promise<boolean> {
  const { id } = open.customer.identity;
  const release = holdUndo();
  const isDone = await send(id, open.name, blocked);
  if (isDone) {
    offerUndo({
      text: blocked ? messages.block.blocked(open.name) : messages.block.unblocked(open.name),
      undo: async () => ({ state: (await send(id, open.name, !blocked)) ? 'undone' : 'failed' }),
    });
  }
  release();
  return isDone;
}

async function send(id: bigint, name: string, blocked: boolean): Promise<boolean> {
  const failed = blocked ? messages.block.blockFailed : messages.block.unblockFailed;
  try {
    await write(updateCustomer, { body: { id, blocked } }, { failed: (why) => failed(name, why) });
    return true;
  } catch {
    return false;
  }
}
