import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { listAuditLog } from '#contract/audit.ts';
import type { Body } from '#contract/operation.ts';
import { revokeApiToken, updateApiToken, type ApiToken } from '#contract/tokens.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useAction, useWrite, write } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { leaveSession, sessionState, signOutTabs } from '#src/session/session-store.ts';
import { Record } from '#src/settings/audit/entry-cells.tsx';
import { actionWords } from '#src/settings/audit/words.ts';
import { useConfirmToken } from '#src/settings/confirm-token.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { TEXT_LINK } from '#src/ui/text-button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { IssuedDialog, useIssueToken, whyOf } from './issued-dialog.tsx';
import { messages } from './messages.ts';
import { isLive, issuedBy, twinOf } from './token-state.ts';

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
  const ends = (fromMs: number) =>
    new Date(Math.min(fromMs + Number(hours) * HOUR_MS, Date.parse(token.expires_utc))).toISOString();
  const shownEnd = ends(nowMs);

  async function rotate(): Promise<void> {
    setIssued(await issue({ rotate_id: token.id, overlap_hours: Number(hours) }));
  }

  if (issued !== null) {
    const old = { token, end: ends(Date.parse(issued.created_utc)) };
    return <IssuedDialog issued={issued} old={old} onClose={onClose} />;
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
          {hours === '0'
            ? texts.atOnce
            : shownEnd === new Date(token.expires_utc).toISOString()
              ? texts.sooner(formatInstant(shownEnd, zone))
              : texts.until(formatInstant(shownEnd, zone))}
        </p>
        {token.is_me ? <p className="mt-2 text-12 text-ink-2 text-pretty">{messages.issued.own}</p> : null}
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

interface RevokeDialogProps extends TokenDialogProps {
  readonly all: readonly ApiToken[];
}

/** Says what stops with a token, and revokes it; one's own is confirmed by its label and ends the session. */
export function RevokeDialog({ token, all, onClose }: RevokeDialogProps) {
  const texts = messages.revoke;
  const zone = useDisplayZone();
  const nowMs = useNow();
  const [typed, setTyped] = useState('');
  const [isAll, setAll] = useState(false);
  const { act, isBusy, error } = useAction();
  const { label, is_me: isOwn, request_count: calls, last_used_utc: last, live_sessions: sessions } = token;
  const issued = issuedBy(token, all, nowMs).filter((one) => !one.is_me);
  const twin = twinOf(token, all, nowMs);
  const others = isAll ? issued : [];

  async function revoke(): Promise<void> {
    // Its own comes last: nothing can be revoked after it.
    const ids = [...others, token].map(({ id }) => id);
    const done = await act(async () => {
      for (const id of ids) await write(revokeApiToken, { query: { id } }, { refetch: 'none' });
      if (!isOwn) await invalidateTouched(revokeApiToken);
      return ids.length;
    });
    // Some may be revoked although a later one failed.
    if (done === null) return void invalidateTouched(revokeApiToken);
    toast({ kind: 'done', text: done === 1 ? texts.done(label) : texts.doneMany(done) });
    onClose();
    const state = sessionState();
    if (!isOwn || state.phase === 'out') return;
    signOutTabs(state);
    leaveSession();
  }

  return (
    <ConfirmDialog
      title={texts.title(label)}
      submit={texts.submit(others.length + 1)}
      isDanger
      isFinal={!isOwn}
      isBusy={isBusy}
      error={error}
      disabledReason={isOwn && typed.trim() !== label.trim() ? texts.typeFirst : undefined}
      onConfirm={() => void revoke()}
      onClose={() => (isBusy ? undefined : onClose())}
    >
      <p className="text-pretty [overflow-wrap:anywhere]">
        {texts.calls(calls, formatCount(calls))}
        {last === null ? null : texts.lastUsed(formatInstant(last, zone))}
        <b className="font-semibold">{isLive(token, nowMs) ? texts.stops : texts.stopped}</b>
        {sessions === 0 ? null : ` ${texts.sessions(sessions)}`}
        {twin === undefined ? null : ` ${texts.twin(twin.token_prefix)}`}
      </p>
      <LastWrites token={token} />
      {issued.length === 0 ? null : (
        <div className="mt-3">
          <label className="flex items-baseline gap-2">
            <input
              type="checkbox"
              checked={isAll}
              className="translate-y-0.5 accent-accent"
              onChange={() => setAll(!isAll)}
            />
            {texts.also(issued.length)}
          </label>
          <p className="ms-5.5 text-12 text-ink-3">{texts.keep(issued.length)}</p>
          <ul className="ms-5.5 max-h-32 overflow-y-auto text-12 text-ink-2">
            {issued.map((one) => (
              <li key={one.id} className="[overflow-wrap:anywhere]">
                <span dir="auto">{one.label}</span> <span className="font-mono text-ink-3">{one.token_prefix}…</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOwn ? (
        <>
          <p className="mt-3 mb-2 rounded-control bg-danger-tint px-3 py-2 text-danger-text text-pretty">{texts.own}</p>
          <TextField
            label={texts.typeLabel}
            hint={label}
            value={typed}
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      ) : null}
    </ConfirmDialog>
  );
}

const WRITES = 5;

/** What a token changed last, where the caller may read the audit log. */
export function LastWrites({ token: { id } }: Pick<TokenDialogProps, 'token'>) {
  const texts = messages.detail;
  const hasAudit = hasExtension(useWhoami(), 'audit_log');
  const query = useQuery({ ...read(listAuditLog, { token_id: id, limit: WRITES }), enabled: hasAudit });
  if (!hasAudit) return null;
  return (
    <section className="mt-3">
      <h3 className="mb-0.5 text-12 font-medium">{texts.writes}</h3>
      <QueryState query={query} name={texts.writes} rows={2} rowClass="min-h-6">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-12 text-ink-3">{texts.noWrites}</p>
          ) : (
            <>
              <ul className="text-12">
                {items.map((entry) => (
                  <li key={entry.id} className="flex flex-wrap gap-x-3 py-0.5">
                    <Instant at={entry.at_utc} form="instant" className="text-ink-3 tabular-nums" />
                    <span>{actionWords(entry.action)}</span>
                    <span className="[overflow-wrap:anywhere]">
                      <Record {...entry} />
                    </span>
                  </li>
                ))}
              </ul>
              <Link to="/settings/audit" search={{ token: id.toString() }} className={`${TEXT_LINK} text-12`}>
                {texts.allWrites}
              </Link>
            </>
          )
        }
      </QueryState>
    </section>
  );
}
