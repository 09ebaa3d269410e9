import { revokePortalToken } from '#contract/portal.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { IssueRequest } from './issue-request.ts';
import { messages } from './messages.ts';

interface ReplacedDialogProps {
  readonly old: NonNullable<IssueRequest['replaces']>;
  readonly onClose: () => void;
}

const { replace: texts } = messages;

/** The new link was shown: what becomes of the old one. */
export function ReplacedDialog({ old, onClose }: ReplacedDialogProps) {
  const zone = useDisplayZone();
  const { mutateAsync, isPending, error } = useWrite(revokePortalToken);

  async function revoke(): Promise<void> {
    if (isPending) return;
    const done = await mutateAsync({ query: { id: old.id } }).catch(() => null);
    if (done === null) return;
    toast({ kind: 'done', text: texts.revoked });
    onClose();
  }

  return (
    <Dialog
      title={texts.oldTitle}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" busy={isPending} onClick={() => void revoke()}>
            {texts.revokeOld}
          </Button>
          <Button onClick={onClose}>{texts.keepOld}</Button>
        </>
      }
    >
      <p className="text-ink-2 text-pretty">{texts.oldText(formatInstant(old.expiresUtc, zone))}</p>
      <div role="alert">
        {error === null ? null : <p className="mt-2 text-12 text-danger-text">{failureMessage(error)}</p>}
      </div>
    </Dialog>
  );
}
