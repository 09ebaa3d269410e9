import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Body, Reply, Scope } from '#contract/operation.ts';
import type { Whoami } from '#contract/site.ts';
import { listAgents } from '#contract/tickets.ts';
import { issueApiToken } from '#contract/tokens.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { DaysField, daysProblem, readDays } from '#src/forms/days-field.tsx';
import { fieldOf, SelectField, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { useConfirmToken } from '#src/settings/confirm-token.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { SecretDialog } from '#src/ui/secret-dialog.tsx';
import { messages } from './messages.ts';
import { mayGive, PRESETS, PRESET_NAMES, SCOPE_GROUPS, scopeTexts } from './scopes.ts';

const { issue: texts, issued: shown } = messages;

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;

type IssueBody = Body<typeof issueApiToken>;
export type IssuedToken = Reply<typeof issueApiToken>;

interface IssueValues {
  label: string;
  scopes: readonly Scope[];
  /** As typed. */
  days: string;
  /** Empty: no agent. */
  agent: string;
}

/** Whole days that a new token may have: it can't outlast the caller's. */
function maxDays({ expires_utc: end }: Whoami): number {
  if (end === undefined || end === null) return MAX_DAYS;
  return Math.max(0, Math.min(MAX_DAYS, Math.floor((Date.parse(end) - Date.now()) / DAY_MS)));
}

function resolverFor(max: number) {
  return contractResolver<IssueValues, z.input<typeof issueApiToken.body>, IssueBody>({
    schema: issueApiToken.body,
    names: { label: texts.label, scopes: texts.scopes },
    bodyOf: ({ label, scopes, days, agent }) => ({
      label: label.trim(),
      scopes: scopes.length === 0 ? ['read'] : [...scopes],
      expires_days: readDays(days, max) ?? undefined,
      agent_id: agent === '' ? null : agent,
    }),
    also: ({ days }) => ({ days: daysProblem(days, max) }),
  });
}

/** Issues a token, within what the caller's own has, and shows it once. */
export function IssueDialog({ onClose }: { readonly onClose: () => void }) {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const { reason } = useWriteAccess('tokens:write');
  const max = maxDays(whoami);
  const { issue, dialog, isBusy, error, issued, setIssued } = useIssueToken();
  const form = useForm<IssueValues, unknown, IssueBody>({
    defaultValues: { label: '', scopes: [], days: String(max), agent: '' },
    resolver: useMemo(() => resolverFor(max), [max]),
  });
  const hasAgents = isWholeService(whoami);
  const agents = useQuery({ ...read(listAgents, { limit: 200 }), enabled: hasAgents, staleTime: 60_000 }).data?.items;
  if (issued !== null) return <IssuedDialog issued={issued} onClose={onClose} />;
  return (
    <>
      <FormDialog
        title={texts.title}
        kind="drawer"
        className="md:w-[560px]"
        submit={texts.button}
        hasSendKey
        disabledReason={reason ?? (max === 0 ? texts.endsToday : undefined)}
        form={form}
        fields={['label']}
        isBusy={isBusy}
        error={error}
        failure={(failed) => <WriteFailure error={failed} failed={whyOf(failed)} />}
        // Closing would lose the token that is on its way.
        onClose={() => (isBusy ? undefined : onClose())}
        onSend={issue}
        onDone={setIssued}
      >
        <TextField label={texts.label} hint={texts.labelHint} {...fieldOf(form, 'label')} />
        <DaysField
          control={form.control}
          name="days"
          max={max}
          hint={
            whoami.expires_utc && max < MAX_DAYS ? texts.yoursEnds(formatInstant(whoami.expires_utc, zone)) : undefined
          }
        />
        <Controller
          control={form.control}
          name="scopes"
          render={({ field: { value, onChange } }) => <ScopesField value={value} onChange={onChange} />}
        />
        {hasAgents ? (
          <SelectField
            label={texts.agent}
            hint={texts.agentHint}
            options={[
              { value: '', label: messages.detail.noAgent },
              ...(agents ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...fieldOf(form, 'agent')}
          />
        ) : null}
      </FormDialog>
      {dialog}
    </>
  );
}

interface ScopesFieldProps {
  readonly value: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

/** Presets, and a box for each scope. A scope that the caller's own token lacks is off and says so. */
function ScopesField({ value, onChange }: ScopesFieldProps) {
  const id = useId();
  const whoami = useWhoami();
  const lacks = (scope: Scope) => (mayGive(whoami.scopes, scope) ? undefined : texts.lacks(whoami.label));
  const toggle = (scope: Scope): void => {
    if (value.includes(scope)) onChange(value.filter((one) => one !== scope));
    else onChange(scope === '*' ? ['*'] : [...value, scope]);
  };
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1 text-12 font-medium">
        {texts.scopes}
      </p>
      <div role="group" aria-label={texts.presets} className="flex flex-wrap items-center gap-1.5">
        <span className="me-1 text-12 text-ink-3">{texts.presets}</span>
        {PRESET_NAMES.map((name) => {
          const missing = PRESETS[name].find((scope) => lacks(scope) !== undefined);
          return (
            <Button
              key={name}
              size="sm"
              disabledReason={missing === undefined ? undefined : `${missing}: ${texts.lacks(whoami.label)}`}
              onClick={() => onChange(PRESETS[name])}
            >
              {texts.preset[name]}
            </Button>
          );
        })}
      </div>
      {SCOPE_GROUPS.map((group) => (
        <fieldset key={group.name} className="mt-3">
          <legend className="text-12 text-ink-3">{group.name}</legend>
          {group.scopes.map((scope) => {
            const isIncluded = scope === 'read' || (scope !== '*' && value.includes('*'));
            const reason = lacks(scope);
            const isOff = isIncluded || reason !== undefined;
            return (
              <label
                key={scope}
                className="grid min-h-7 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2 py-1 md:grid-cols-[auto_150px_minmax(0,1fr)] pointer-coarse:min-h-11"
              >
                <input
                  type="checkbox"
                  checked={isIncluded || value.includes(scope)}
                  // Reachable by Tab, so that the reason can be read.
                  aria-disabled={isOff || undefined}
                  className="translate-y-0.5 accent-accent aria-disabled:opacity-50"
                  onChange={() => (isOff ? undefined : toggle(scope))}
                />
                <span className={`font-mono text-12 ${reason === undefined ? '' : 'text-ink-3'}`}>{scope}</span>
                <span className="text-12 text-ink-2 max-md:col-start-2">
                  {scopeTexts[scope].text}
                  {reason === undefined ? null : (
                    <span className="flex items-baseline gap-1 text-ink-3">
                      <Icon name="lock" size={12} className="translate-y-px" />
                      {reason}
                    </span>
                  )}
                </span>
              </label>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}

/** Issues or rotates a token once the caller's own is confirmed. Render `dialog` beside the component that asks. */
export function useIssueToken() {
  const { askForToken, dialog } = useConfirmToken();
  const { write, isBusy, error } = useWrite(issueApiToken);
  const [issued, setIssued] = useState<IssuedToken | null>(null);

  async function issue(body: IssueBody): Promise<IssuedToken | null> {
    const confirmation = await askForToken(messages.confirm);
    return confirmation === null ? null : write({ body: { ...body, ...confirmation } });
  }
  return { issue, dialog, isBusy, error, issued, setIssued };
}

/** Why a write of this page failed. A refusal keeps the service's words, since scopes are not its only reason. */
export function whyOf(error: Error | null): (why: string) => string {
  return (why) => {
    if (isUnsure(error)) return `${why} ${messages.unsure}`;
    return error instanceof ApiFailure && error.kind === 'forbidden' ? messages.refused(error.message) : why;
  };
}

interface IssuedDialogProps {
  readonly issued: IssuedToken;
  /** After a rotation: until when the old token works. */
  readonly note?: string;
  readonly onClose: () => void;
}

/** Shows the new token until it is closed. */
export function IssuedDialog({ issued, note, onClose }: IssuedDialogProps) {
  const zone = useDisplayZone();
  return (
    <SecretDialog
      title={shown.title}
      lead={shown.lead(issued.label)}
      name={shown.name}
      secret={issued.token}
      lost={shown.lost}
      copy={shown.copy}
      onClose={onClose}
    >
      {note === undefined ? null : <p className="mt-3 text-pretty">{note}</p>}
      <p className="mt-3 border-t border-line pt-3 text-12">
        <span className="text-ink-3">{shown.expires}</span>{' '}
        <span className="tabular-nums">{formatInstant(issued.expires_utc, zone)}</span>
      </p>
    </SecretDialog>
  );
}
