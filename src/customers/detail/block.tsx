import { useQuery } from '@tanstack/react-query';
import { updateCustomer } from '#contract/customer-writes.ts';
import { listPortalTokens } from '#contract/portal.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';

const texts = messages.block;

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
  const { setBlocked, isBusy } = useBlock(open);

  async function unblock(): Promise<void> {
    if (await setBlocked(false)) onUnblocked();
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-danger-line bg-danger-tint px-3 py-2 text-danger-text">
      <Icon name="lock" size={14} />
      <p className="min-w-0 flex-1 basis-60">
        <b className="font-medium">{texts.banner(formatInstant(sinceUtc, zone))}</b> {texts.bannerText}
      </p>
      <Button size="sm" busy={isBusy} disabledReason={reason} onClick={() => void unblock()}>
        {messages.verbs.unblock}
      </Button>
    </div>
  );
}

/** Blocks or unblocks a customer with a way back; a toast says where it failed. */
export function useBlock({ customer, name }: OpenCustomer) {
  const { write, isBusy } = useWrite(updateCustomer);
  const { id } = customer.identity;
  const failed = (blocked: boolean) => (why: string) =>
    blocked ? texts.blockFailed(name, why) : texts.unblockFailed(name, why);

  async function setBlocked(blocked: boolean): Promise<boolean> {
    const done = await write(
      { body: { id, blocked } },
      {
        failed: failed(blocked),
        undo: () => ({
          text: blocked ? texts.blocked(name) : texts.unblocked(name),
          undo: inverse(updateCustomer, { body: { id, blocked: !blocked } }, { failed: failed(!blocked) }),
        }),
      },
    );
    return done !== null;
  }
  return { setBlocked, isBusy };
}

interface BlockDialogProps {
  readonly open: OpenCustomer;
  readonly onClose: () => void;
}

/** Says what a block does before it is made. */
export function BlockDialog({ open, onClose }: BlockDialogProps) {
  const { reason } = useWriteAccess('customers:write');
  const { identity, tickets } = open.customer;
  const hasList = hasExtension(useWhoami(), 'portal_tokens_list') && identity.email !== null;
  const links = useQuery({
    ...read(listPortalTokens, { email: identity.email ?? '', state: 'active', limit: 1 }),
    enabled: hasList,
  });
  const { setBlocked, isBusy } = useBlock(open);
  const unsolved = tickets.open + tickets.pending;

  async function block(): Promise<void> {
    if (await setBlocked(true)) onClose();
  }

  const count = links.data?.total_count;
  return (
    <ConfirmDialog
      title={texts.title(open.name)}
      submit={messages.verbs.block}
      isDanger
      isBusy={isBusy}
      // A toast says so.
      error={null}
      disabledReason={reason}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      <p className="font-medium">{texts.stops}</p>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>
          {identity.email === null || count === 0
            ? texts.noLinks
            : count !== undefined
              ? texts.links(count)
              : hasList && !links.isError
                ? texts.countingLinks
                : texts.someLinks}
        </li>
        <li>{texts.page}</li>
        <li>{texts.messages}</li>
      </ul>
      <p className="mt-2 font-medium">{texts.goesOn}</p>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>{unsolved === 0 ? texts.noTickets : texts.tickets(unsolved)}</li>
      </ul>
      <p className="mt-2 text-ink-2">{texts.back}</p>
    </ConfirmDialog>
  );
}
