import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { revokeApiToken, updateApiToken, type ApiToken } from '#contract/tokens.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { useAction, useWrite, write } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { leaveSession, sessionState, signOutTabs } from '#src/session/session-store.ts';
import { useConfirmToken } from '#src/settings/confirm-token.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { IssuedDialog, useIssueToken, whyOf } from './issue-dialog.tsx';
import { messages } from './messages.ts';
import { isLive } from './token-state.ts';

interface TokenDialogProps {
  readonly token: ApiToken;
  readonly onClose: () => void;
}

const HOURS = ['0', '1', '24', '72', '168'] as const;
type Hours = (typeof HOURS)[number];
const HOUR_MS = 3_600_000;

/** Replaces a token by a second one; both work for a while. */
export function RotateDialog({ token, onClose }: TokenDialogProps) {
  const texts = messages.rotate;
  const zone = useDisplayZone();
  const nowMs = useNow();
  const [hours, setHours] = useState<Hours>('24');
  const { issue, dialog, isBusy, error, issued, setIssued } = useIssueToken();
  const own = token.is_me ? ` ${texts.own}` : '';
  const endOf = (fromMs: number) =>
    formatInstant(
      new Date(Math.min(fromMs + Number(hours) * HOUR_MS, Date.parse(token.expires_utc))).toISOString(),
      zone,
    );

  async function rotate(): Promise<void> {
    setIssued(await issue({ rotate_id: token.id, overlap_hours: Number(hours) }));
  }

  if (issued !== null) {
    const { token_prefix: old } = token;
    const note =
      hours === '0' ? texts.ended(old) : `${texts.oldUntil(old, endOf(Date.parse(issued.created_utc)))}${own}`;
    return <IssuedDialog issued={issued} note={note} onClose={onClose} />;
  }
  return (
    <>
      <ConfirmDialog
        title={texts.title(token.label)}
        submit={texts.submit}
        isBusy={isBusy}
        error={error}
        failed={whyOf(error)}
        onConfirm={() => void rotate()}
        onClose={() => (isBusy ? undefined : onClose())}
      >
        <p className="mb-3.5 text-ink-2 text-pretty">{texts.text}</p>
        <p className="mb-1 text-12 font-medium">{texts.overlap}</p>
        <Segmented<Hours>
          label={texts.overlap}
          value={hours}
          onChange={setHours}
          options={HOURS.map((value) => ({
            value,
            label: texts.hours[value],
            disabledReason: value === '0' && token.is_me ? texts.ownNow : undefined,
          }))}
        />
        <p role="status" className={`mt-2 text-pretty tabular-nums ${hours === '0' ? 'text-danger-text' : ''}`}>
          {hours === '0' ? texts.atOnce : `${texts.until(endOf(nowMs))}${own}`}
        </p>
      </ConfirmDialog>
      {dialog}
    </>
  );
}

export function RenameDialog({ token: { id, label }, onClose }: TokenDialogProps) {
  const texts = messages.rename;
  const { askForToken, dialog } = useConfirmToken();
  const { write, isBusy, error } = useWrite(updateApiToken);
  const form = useForm<{ label: string }, unknown, Body<typeof updateApiToken>>({
    defaultValues: { label },
    resolver: contractResolver({
      schema: updateApiToken.body,
      names: { label: messages.issue.label },
      bodyOf: (values: { readonly label: string }) => ({ id, label: values.label.trim() }),
    }),
  });
  return (
    <>
      <FormDialog
        title={texts.title}
        submit={texts.submit}
        form={form}
        fields={['label']}
        isBusy={isBusy}
        error={error}
        failure={(failed) => <WriteFailure error={failed} failed={whyOf(failed)} />}
        onClose={onClose}
        onSend={async (body) => {
          const confirmation = await askForToken(messages.confirm);
          return confirmation === null ? null : write({ body: { ...body, ...confirmation } });
        }}
        onDone={(renamed) => {
          toast({ kind: 'done', text: texts.done(renamed.label) });
          onClose();
        }}
      >
        <TextField label={messages.issue.label} hint={messages.issue.labelHint} {...fieldOf(form, 'label')} />
      </FormDialog>
      {dialog}
    </>
  );
}

/** Says what stops with a token, and revokes it. Revoking one's own ends the session. */
export function RevokeDialog({ token, onClose }: TokenDialogProps) {
  const texts = messages.revoke;
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { act, isBusy, error } = useAction();
  const { id, label, is_me: isOwn, request_count: calls, last_used_utc: last, live_sessions: sessions } = token;
  async function revoke(): Promise<void> {
    const done = await act(async () => {
      const reply = await write(revokeApiToken, { query: { id } }, { refetch: 'none' });
      // After revoking its own token the page can't read the list.
      if (!isOwn) await invalidateTouched(revokeApiToken);
      return reply;
    });
    if (done === null) return;
    toast({ kind: 'done', text: texts.done(label) });
    onClose();
    const state = sessionState();
    if (!isOwn || state.phase === 'out') return;
    signOutTabs(state);
    leaveSession();
  }

  return (
    <ConfirmDialog
      title={texts.title(label)}
      submit={texts.submit}
      isDanger
      isFinal
      isBusy={isBusy}
      error={error}
      onConfirm={() => void revoke()}
      onClose={() => (isBusy ? undefined : onClose())}
    >
      <p className="text-pretty [overflow-wrap:anywhere]">
        {texts.calls(calls, formatCount(calls))}
        {last === null ? null : texts.lastUsed(formatInstant(last, zone))}
        <b className="font-semibold">{isLive(token, nowMs) ? texts.stops : texts.stopped}</b>
        {sessions === 0 ? null : ` ${texts.sessions(sessions)}`}
      </p>
      {isOwn ? (
        <p className="mt-3 rounded-control bg-danger-tint px-3 py-2 text-danger-text text-pretty">{texts.own}</p>
      ) : null}
    </ConfirmDialog>
  );
}
