import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type PortalTokenRecord, revokePortalToken, revokePortalTokens } from '#contract/portal.ts';
import { isEmail, isIdText } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction, write } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { askForPortalLink } from '#src/portal-links/issue-host.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages as ui } from '#src/ui/messages.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { blocksOf, countNew, type FoundLinks, findLinks, listOf, revocable, type Target } from './revocable-links.ts';
import { RevocableList } from './revocable-list.tsx';
import type { PortalSearch } from './search.ts';

/** Initial state of the dialog that revokes. */
export type RevokeAsked =
  | { readonly kind: TargetKind; readonly text: string }
  | { readonly kind: 'selected'; readonly rows: readonly PortalTokenRecord[] };

const TARGET_KINDS = ['id', 'email', 'domain'] as const;
type TargetKind = (typeof TARGET_KINDS)[number];

/** The typed text as it is sent; null where it names nothing. */
export function readTarget(kind: TargetKind, typed: string): string | null {
  const text = typed.trim();
  const value = kind === 'domain' ? text.replace(/^@/, '') : kind === 'id' ? text.replace(/^#/, '') : text;
  const isRight = kind === 'id' ? isIdText(value) : isEmail(kind === 'domain' ? `x@${value}` : value);
  return isRight ? value : null;
}

/** Why the typed text is refused, in words. */
function problemOf(kind: TargetKind, typed: string): string | undefined {
  return readTarget(kind, typed) === null ? messages.revoke.problem[kind] : undefined;
}

const { revoke: texts } = messages;
/** More than a line to read, and a choice. */
const SINCE_MS = 15_000;

interface RevokeDialogProps {
  readonly asked: RevokeAsked;
  /** Whether the service can revoke many at once. */
  readonly hasList: boolean;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
  readonly onLook: (search: PortalSearch) => void;
}

interface Typed {
  kind: TargetKind;
  text: string;
}

/** Revokes a link by its id, those of an address or a domain, or chosen ones: what goes is counted first. */
export function RevokeDialog({ asked, hasList, onClose, onRevoked, onLook }: RevokeDialogProps) {
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useForm<Typed>({ defaultValues: asked.kind === 'selected' ? { kind: 'id', text: '' } : asked });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const [found, setFound] = useState<FoundLinks | null>(
    asked.kind === 'selected' ? { target: null, rows: revocable(asked.rows) } : null,
  );
  const { act, isBusy, error, reset } = useAction();

  async function find(target: Target): Promise<null> {
    setFound(await act(() => findLinks(target)));
    return null;
  }

  async function send(typed: Typed): Promise<string | null> {
    const value = readTarget(typed.kind, typed.text);
    if (value === null) return null;
    if (typed.kind === 'email') return find({ requester_email: value });
    if (typed.kind === 'domain') return find({ domain: value });
    const done = await act(() => write(revokePortalToken, { query: { id: BigInt(value) } }));
    return done === null ? null : texts.doneOne(value);
  }

  async function revoke({ target, rows }: FoundLinks): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const done = await act(async () => {
      let sum = 0;
      for (const block of blocksOf(ids)) {
        const { revoked } = await write(revokePortalTokens, { body: { action: 'revoke', ids: block } });
        sum += revoked;
      }
      return { sum, fresh: await countNew(target, ids) };
    });
    if (done === null) return;
    const { sum, fresh } = done;
    const text = texts.done(sum, formatCount(sum));
    const email = target?.requester_email;
    if (fresh > 0) {
      // Some came since the question: they were not asked about.
      const look = { label: texts.look(fresh), run: () => onLook(listOf(target)) };
      finish(`${text}. ${texts.since(fresh, formatCount(fresh))}`, look, SINCE_MS);
    } else if (email === undefined) finish(text);
    else finish(text, { label: texts.issueNew, run: () => askForPortalLink({ email }) });
  }

  function finish(text: string, action?: { readonly label: string; readonly run: () => void }, stayMs?: number): void {
    toast({ kind: 'done', text, action, ...(stayMs === undefined ? {} : { stayMs }) });
    onRevoked();
    onClose();
  }

  if (found !== null) {
    const count = found.rows.length;
    const back = asked.kind === 'selected' ? null : <Button onClick={() => setFound(null)}>{texts.back}</Button>;
    if (count === 0)
      return (
        <Dialog
          title={texts.title}
          onClose={onClose}
          footer={
            <>
              {back}
              <Button onClick={onClose}>{ui.close}</Button>
            </>
          }
        >
          <RevocableList rows={found.rows} />
        </Dialog>
      );
    return (
      <ConfirmDialog
        title={texts.title}
        submit={texts.revoke(count, formatCount(count))}
        isDanger
        isFinal
        isBusy={isBusy}
        error={error}
        disabledReason={reason}
        footer={back}
        onConfirm={() => void revoke(found)}
        onClose={onClose}
      >
        <RevocableList rows={found.rows} />
      </ConfirmDialog>
    );
  }
  const isId = kind === 'id';
  return (
    <FormDialog
      title={texts.title}
      submit={isId ? texts.revokeOne : texts.check}
      isDanger={isId}
      disabledReason={reason}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) => (
        <WriteFailure
          error={failure}
          failed={(why) => (isGone(failure) ? texts.gone(readTarget(kind, form.getValues('text')) ?? '') : why)}
        />
      )}
      onClose={onClose}
      onSend={send}
      onDone={(text) => finish(text)}
    >
      {hasList ? (
        <Segmented
          label={texts.kind}
          value={kind}
          options={TARGET_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={(value) => {
            form.setValue('kind', value);
            form.clearErrors();
            reset();
          }}
        />
      ) : null}
      <TextField
        label={texts.label[kind]}
        hint={isId ? `${texts.hint.id} ${texts.final}` : texts.hint[kind]}
        inputMode={isId ? 'numeric' : kind === 'email' ? 'email' : 'url'}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'text', { onChange: reset, validate: (text, { kind: now }) => problemOf(now, text) })}
      />
    </FormDialog>
  );
}

function isGone(error: Error | null): boolean {
  return error instanceof ApiFailure && error.kind === 'not_found';
}
