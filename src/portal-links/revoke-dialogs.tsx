import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { listPortalTokens, revokePortalToken, revokePortalTokens, type PortalTokenRecord } from '#contract/portal.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { parseId } from '#src/format/id.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

interface RevokeOneProps {
  readonly link: PortalTokenRecord;
  readonly onClose: () => void;
}

export function RevokeOneDialog({ link: { id, requester_email: email }, onClose }: RevokeOneProps) {
  const { write, isBusy, error } = useWrite(revokePortalToken);
  const { title, text, done } = messages.revokeOne;

  async function revoke(): Promise<void> {
    if ((await write({ query: { id } })) === null) return;
    toast({ kind: 'done', text: done(email) });
    onClose();
  }

  return (
    <ConfirmDialog
      title={title(email)}
      submit={messages.revoke}
      isDanger
      isFinal
      isBusy={isBusy}
      error={error}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">{text}</p>
    </ConfirmDialog>
  );
}

interface RevokeAllProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** Counts the active links of an address and revokes all of them. */
export function RevokeAllDialog({ email, onClose }: RevokeAllProps) {
  const query = useQuery({ ...read(listPortalTokens, { email, state: 'active', limit: 1 }), staleTime: 0 });
  const { write, isBusy, error } = useWrite(revokePortalTokens);
  const { title, submit, sentence, final, none, done } = messages.revokeAll;
  const count = query.data?.total_count ?? 0;

  async function revoke(): Promise<void> {
    const reply = await write({ body: { action: 'revoke', requester_email: email } });
    if (reply === null) return;
    toast({ kind: 'done', text: done(reply.revoked, formatCount(reply.revoked)) });
    onClose();
  }

  return (
    <ConfirmDialog
      title={title}
      submit={submit(count, formatCount(count))}
      isDanger
      isFinal
      isBusy={isBusy}
      error={error}
      disabledReason={count === 0 ? none(email) : undefined}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <QueryState query={query} name={messages.title} rows={2} rowClass="min-h-6">
        {() =>
          count === 0 ? (
            <p className="text-ink-2 [overflow-wrap:anywhere]">{none(email)}</p>
          ) : (
            <>
              <p className="font-medium text-pretty [overflow-wrap:anywhere]">
                {sentence(email, count, formatCount(count))}
              </p>
              <p className="text-12 text-ink-3">{final}</p>
            </>
          )
        }
      </QueryState>
    </ConfirmDialog>
  );
}

/** For a service that lists no links. */
export function RevokeByIdDialog({ onClose }: { readonly onClose: () => void }) {
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useForm({ defaultValues: { id: '' } });
  const { write, isBusy, error } = useWrite(revokePortalToken);
  const texts = messages.revokeById;
  return (
    <FormDialog
      title={texts.title}
      submit={messages.revoke}
      isDanger
      disabledReason={reason}
      form={form}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={({ id }) => write({ query: { id: parseId(id.trim()) ?? 0n } })}
      onDone={({ id }) => {
        toast({ kind: 'done', text: texts.done(id.toString()) });
        onClose();
      }}
    >
      <TextField
        label={texts.label}
        hint={`${texts.hint} ${messages.revokeOne.text}`}
        inputMode="numeric"
        dir="ltr"
        {...fieldOf(form, 'id', { validate: (id) => (parseId(id.trim()) === null ? texts.problem : undefined) })}
      />
    </FormDialog>
  );
}
