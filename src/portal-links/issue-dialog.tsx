import { Suspense, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { issuePortalToken, revokePortalToken } from '#contract/portal.ts';
import { isEmail } from '#contract/scalars.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { IssueFailure } from './issue-failure.tsx';
import { IssueFields, useIssueForm, type IssueForm } from './issue-form.tsx';
import type { IssueRequest } from './issue-request.ts';
import { toIssued, type IssueBody, type IssuedLink } from './issued-link.ts';
import { messages } from './messages.ts';
import { RevealDialog } from './reveal-dialog.tsx';

interface ReplacedDialogProps {
  readonly old: NonNullable<IssueRequest['replaces']>;
  readonly onClose: () => void;
}

const { replace: texts } = messages;

/** The new link was shown: what becomes of the old one. */
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
    <Dialog
      title={texts.oldTitle}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" busy={isBusy} onClick={() => void revoke()}>
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

/** The page of a customer before anybody has opened it. */
const PreviewPart = lazyPart(async () => (await import('./preview/preview-dialog.tsx')).PreviewDialog);

interface IssueDialogProps {
  readonly request: IssueRequest;
  readonly onClose: () => void;
}

/** Issues a link for an address, then shows it once. */
export function IssueDialog({ request, onClose }: IssueDialogProps) {
  const formId = useId();
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useIssueForm(request.email ?? '');
  const { write, isBusy, error } = useWrite(issuePortalToken, { refetch: 'rest' });
  const [issued, setIssued] = useState<IssuedLink | null>(null);
  const [isReplaced, setReplaced] = useState(false);
  const [shown, setShown] = useState(request.shows === 'preview' ? (request.email ?? null) : null);
  const zone = useDisplayZone();
  const { replaces } = request;

  async function send(body: IssueBody): Promise<void> {
    const wanted = replaces === undefined ? body : { ...body, reuse_active: false };
    const reply = await write({ body: wanted });
    if (reply !== null) setIssued(toIssued(reply, wanted, Date.now()));
  }

  if (isReplaced && replaces !== undefined) return <ReplacedDialog old={replaces} onClose={onClose} />;
  if (shown !== null) {
    return (
      <Suspense fallback={null}>
        <PreviewPart email={shown} onClose={() => (request.shows === 'preview' ? onClose() : setShown(null))} />
      </Suspense>
    );
  }
  if (issued !== null) {
    return (
      <RevealDialog
        key={String(issued.id)}
        link={issued}
        isBusy={isBusy}
        name={request.name ?? null}
        onClose={() => {
          setIssued(null);
          if (replaces === undefined) onClose();
          else setReplaced(true);
        }}
        onIssueNew={() => void send({ ...issued.body, reuse_active: false })}
      />
    );
  }
  const name = request.name ?? '';
  return (
    <Dialog
      title={replaces !== undefined ? messages.replace.title : name === '' ? messages.issue : messages.issueFor(name)}
      // The link is on its way: a press beside the dialog does not lose it.
      onClose={() => (isBusy ? undefined : onClose())}
      footer={
        <>
          <PreviewButton form={form} onShow={setShown} />
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} disabledReason={reason}>
            {messages.submit}
          </Button>
        </>
      }
    >
      {replaces === undefined ? null : (
        <p className="mb-3.5 text-ink-2 text-pretty">
          {messages.replace.text(formatInstant(replaces.expiresUtc, zone))}
        </p>
      )}
      <IssueFields formId={formId} form={form} canReuse={replaces === undefined} onSend={(body) => void send(body)} />
      <IssueFailure error={error} />
    </Dialog>
  );
}

/** Offered once there is an address to look at. */
function PreviewButton({ form, onShow }: { readonly form: IssueForm; readonly onShow: (email: string) => void }) {
  const email = useWatch({ control: form.control, name: 'requester_email' }).trim();
  if (!isEmail(email)) return null;
  return (
    <Button variant="ghost" className="me-auto" icon="eye" onClick={() => onShow(email)}>
      {messages.preview}
    </Button>
  );
}
