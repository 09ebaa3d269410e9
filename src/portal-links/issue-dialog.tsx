import { useState } from 'react';
import { revokePortalToken } from '#contract/portal.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { IssueFailure, IssueFields, useIssue, useIssueForm } from './issue-form.tsx';
import type { IssueBody, IssuedLink } from './issued-link.ts';
import { messages } from './messages.ts';
import { RevealDialog } from './reveal-dialog.tsx';

/** Who a portal link is for. Left out, the dialog asks. */
export interface IssueRequest {
  readonly email?: string | null;
  readonly name?: string | null;
  /** The link that the new one replaces. Once the new one was shown, the dialog offers to revoke it. */
  readonly replaces?: { readonly id: bigint; readonly expiresUtc: string };
}

interface ReplacedDialogProps {
  readonly old: NonNullable<IssueRequest['replaces']>;
  readonly onClose: () => void;
}

const { replace: texts } = messages;

/** Asks whether to revoke the old link, after the new one was shown. */
function ReplacedDialog({ old, onClose }: ReplacedDialogProps) {
  const zone = useDisplayZone();
  const { write, isBusy, error } = useWrite(revokePortalToken);

  async function revoke(): Promise<void> {
    const done = await write({ query: { id: old.id } });
    if (done === null) return;
    toast({ kind: 'done', text: texts.revoked });
    onClose();
  }

  return (
    <ConfirmDialog
      title={texts.oldTitle}
      submit={texts.revokeOld}
      isDanger
      isFinal
      cancel={texts.keepOld}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">{texts.oldText(formatInstant(old.expiresUtc, zone))}</p>
    </ConfirmDialog>
  );
}

interface IssueDialogProps {
  readonly request: IssueRequest;
  /** Title of the dialog for a customer without a name. */
  readonly title: string;
  readonly onClose: () => void;
}

/** Issues a link for an address, then shows it once. */
export function IssueDialog({ request, title, onClose }: IssueDialogProps) {
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useIssueForm(request.email ?? '');
  const { issue, isBusy, error } = useIssue();
  const [issued, setIssued] = useState<IssuedLink | null>(null);
  const [isReplaced, setReplaced] = useState(false);
  const zone = useDisplayZone();
  const { replaces } = request;

  const issueLink = (body: IssueBody) => issue(replaces === undefined ? body : { ...body, reuse_active: false });

  async function issueNew({ body }: IssuedLink): Promise<void> {
    const link = await issue({ ...body, reuse_active: false });
    if (link !== null) setIssued(link);
  }

  if (isReplaced && replaces !== undefined) return <ReplacedDialog old={replaces} onClose={onClose} />;
  if (issued !== null) {
    return (
      <RevealDialog
        key={String(issued.id)}
        link={issued}
        isBusy={isBusy}
        onClose={() => {
          setIssued(null);
          if (replaces === undefined) onClose();
          else setReplaced(true);
        }}
        onIssueNew={() => void issueNew(issued)}
      />
    );
  }
  const name = request.name ?? '';
  return (
    <FormDialog
      title={replaces !== undefined ? texts.title : name === '' ? title : messages.issueFor(name)}
      submit={messages.submit}
      disabledReason={reason}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) => <IssueFailure error={failure} />}
      // A press outside the dialog does not lose a link that is being issued.
      onClose={() => (isBusy ? undefined : onClose())}
      onCancel={onClose}
      onSend={issueLink}
      onDone={setIssued}
    >
      {replaces === undefined ? null : (
        <p className="text-ink-2 text-pretty">{texts.text(formatInstant(replaces.expiresUtc, zone))}</p>
      )}
      <IssueFields form={form} canReuse={replaces === undefined} />
    </FormDialog>
  );
}
