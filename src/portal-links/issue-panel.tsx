import { useId, useState } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { Button } from '#src/ui/button.tsx';
import { emptyIssue, IssueFailure, IssueFields, useIssue, useIssueForm } from './issue-form.tsx';
import { messages } from './messages.ts';
import { RevealDialog } from './reveal-dialog.tsx';
import type { IssueBody, IssuedLink } from './issued-link.ts';

/** The form of the dialog as a part of a page. */
export function IssuePanel({ title }: { readonly title: string }) {
  const formId = useId();
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useIssueForm('');
  const { issue, isBusy, error } = useIssue();
  const [issued, setIssued] = useState<IssuedLink | null>(null);

  async function send(body: IssueBody): Promise<void> {
    const link = await issue(body);
    if (link === null) return;
    setIssued(link);
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
