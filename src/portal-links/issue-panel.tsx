import { useId, useState } from 'react';
import { issuePortalToken } from '#contract/portal.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { Button } from '#src/ui/button.tsx';
import { emptyIssue, IssueFailure, IssueFields, useIssueForm } from './issue-form.tsx';
import { messages } from './messages.ts';
import { RevealDialog } from './reveal-dialog.tsx';
import { toIssued, type IssueBody, type IssuedLink } from './issued-link.ts';

/** The form of the dialog as a part of a page. */
export function IssuePanel({ title }: { readonly title: string }) {
  const formId = useId();
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useIssueForm('');
  const { write, isBusy, error } = useWrite(issuePortalToken, { refetch: 'rest' });
  const [issued, setIssued] = useState<IssuedLink | null>(null);

  async function send(body: IssueBody): Promise<void> {
    const reply = await write({ body });
    if (reply === null) return;
    setIssued(toIssued(reply, body, Date.now()));
    form.reset(emptyIssue(''));
  }

  return (
    <section aria-labelledby={`${formId}-title`}>
      <h2 id={`${formId}-title`} className="mb-3.5 text-14 font-semibold">
        {title}
      </h2>
      <form
        id={formId}
        noValidate
        aria-labelledby={`${formId}-title`}
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit(send)(event)}
      >
        <IssueFields form={form} />
      </form>
      <IssueFailure error={error} />
      <Button
        type="submit"
        form={formId}
        variant="primary"
        size="lg"
        className="mt-5 w-full"
        busy={isBusy}
        disabledReason={reason}
      >
        {messages.submit}
      </Button>
      {issued === null ? null : (
        <RevealDialog
          key={String(issued.id)}
          link={issued}
          isBusy={isBusy}
          onClose={() => setIssued(null)}
          onIssueNew={() => void send({ ...issued.body, reuse_active: false })}
        />
      )}
    </section>
  );
}
