import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Body, Scope } from '#contract/operation.ts';
import { listAgents } from '#contract/tickets.ts';
import type { issueApiToken } from '#contract/tokens.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { numberText } from '#src/format/typed-number.ts';
import { useNow } from '#src/format/use-now.ts';
import { fieldOf, SelectField, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { NumberField } from '#src/forms/number-field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import {
  boundsOf,
  dayRange,
  issueResolver,
  lifeOf,
  maxDays,
  mayGive,
  USUAL_RATE,
  type Bounds,
  type IssueValues,
  type Life,
} from './issue-form.ts';
import { IssuedDialog, useIssueToken, whyOf } from './issued-dialog.tsx';
import { messages } from './messages.ts';
import { PRESET_NAMES, PRESETS, presetOf, SCOPE_GROUPS, scopeTexts } from './scopes.ts';

const { issue: texts } = messages;

type IssueForm = UseFormReturn<IssueValues, unknown, Body<typeof issueApiToken>>;

/** Issues a token, within what the caller's own has, and shows it once. */
export function IssueDialog({ onClose }: { readonly onClose: () => void }) {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const { reason } = useWriteAccess('tokens:write');
  const bounds = useMemo(() => boundsOf(whoami), [whoami]);
  const { issue, dialog, isBusy, error, issued, setIssued } = useIssueToken();
  const form = useForm<IssueValues, unknown, Body<typeof issueApiToken>>({
    defaultValues: {
      label: '',
      scopes: [],
      life: maxDays(bounds, Date.now()) >= 365 ? '365' : 'mine',
      date: '',
      rate: numberText(Math.min(USUAL_RATE, bounds.rate), 'whole'),
      agent: '',
    },
    resolver: useMemo(() => issueResolver(bounds, () => ({ zone, nowMs: Date.now() })), [bounds, zone]),
  });
  const scopes = useWatch({ control: form.control, name: 'scopes' });
  if (issued !== null) return <IssuedDialog issued={issued} onClose={onClose} />;
  return (
    <>
      <FormDialog
        title={texts.title}
        kind="drawer"
        className="md:w-[560px]"
        submit={texts.button}
        hasSendKey
        disabledReason={reason}
        form={form}
        fields={['label']}
        isBusy={isBusy}
        error={error}
        failure={(failed) => <WriteFailure error={failed} failed={whyOf(failed)} />}
        // A press outside does not lose a token that is being issued.
        onClose={() => (isBusy ? undefined : onClose())}
        onSend={issue}
        onDone={setIssued}
        footer={<span className="me-auto text-12 text-ink-3">{texts.count(scopes.length)}</span>}
      >
        <TextField label={texts.label} hint={texts.labelHint} {...fieldOf(form, 'label')} />
        <LifeField form={form} bounds={bounds} />
        <Controller
          control={form.control}
          name="scopes"
          render={({ field: { value, onChange } }) => (
            <ScopesField value={value} onChange={onChange} bounds={bounds} label={whoami.label} />
          )}
        />
        <NumberField
          kind="whole"
          label={texts.rate}
          hint={texts.rateHint(formatCount(bounds.rate))}
          inputClass="max-w-40"
          {...fieldOf(form, 'rate')}
        />
        <AgentField form={form} />
      </FormDialog>
      {dialog}
    </>
  );
}

interface LifeFieldProps {
  readonly form: IssueForm;
  readonly bounds: Bounds;
}

/** How long the token lives, and the instant at which it ends. */
function LifeField({ form, bounds }: LifeFieldProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const [life, date] = useWatch({ control: form.control, name: ['life', 'date'] });
  const most = maxDays(bounds, nowMs);
  const choices: readonly Life[] = ['30', '90', most >= 365 ? '365' : 'mine', 'date'];
  const end = lifeOf({ life, date }, bounds, { zone, nowMs });
  const mineEnds =
    bounds.endMs === null || most >= 365
      ? undefined
      : texts.mineEnds(formatInstant(new Date(bounds.endMs).toISOString(), zone));
  return (
    <div>
      <p className="mb-1 text-12 font-medium">{texts.ends}</p>
      <Controller
        control={form.control}
        name="life"
        render={({ field: { value, onChange } }) => (
          <Segmented<Life>
            label={texts.ends}
            value={value}
            onChange={onChange}
            options={choices.map((choice) => ({
              value: choice,
              label: texts.life[choice],
              disabledReason: Number(choice) > most || (choice === 'date' && most < 1) ? mineEnds : undefined,
            }))}
          />
        )}
      />
      {life === 'date' ? (
        <TextField
          type="date"
          className="mt-2 max-w-48"
          label={texts.date}
          {...dayRange(bounds, { zone, nowMs })}
          {...fieldOf(form, 'date')}
        />
      ) : null}
      <p role="status" className="mt-1 min-h-[1lh] text-12 text-ink-2 tabular-nums">
        {end === null ? null : texts.endsOn(formatInstant(new Date(end.endMs).toISOString(), zone))}
      </p>
      {mineEnds === undefined ? null : <p className="text-12 text-ink-3">{mineEnds}</p>}
    </div>
  );
}

interface ScopesFieldProps {
  readonly value: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  readonly bounds: Bounds;
  /** Of the token that issues. */
  readonly label: string;
}

/** Presets, and a box for each scope: off, with the reason, where the caller's own token lacks it. */
function ScopesField({ value, onChange, bounds, label }: ScopesFieldProps) {
  const id = useId();
  const lacks = (scope: Scope) => (mayGive(bounds, scope) ? undefined : texts.lacks(label));
  const toggle = (scope: Scope): void => {
    if (value.includes(scope)) onChange(value.filter((one) => one !== scope));
    else onChange(scope === '*' ? ['*'] : [...value, scope]);
  };
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1 text-12 font-medium">
        {texts.scopes}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-12 text-ink-3">{texts.presets}</span>
        <Segmented<string>
          label={texts.presets}
          value={presetOf(value) ?? ''}
          onChange={(name) => onChange(PRESETS[PRESET_NAMES.find((one) => one === name) ?? 'read'])}
          options={PRESET_NAMES.map((name) => {
            const missing = PRESETS[name].find((scope) => lacks(scope) !== undefined);
            const disabledReason = missing === undefined ? undefined : `${missing}: ${texts.lacks(label)}`;
            return { value: name, label: texts.preset[name], disabledReason };
          })}
        />
      </div>
      {SCOPE_GROUPS.map((group) => (
        <fieldset key={group.name} className="mt-3">
          <legend className="text-12 text-ink-3">{group.name}</legend>
          {group.scopes.map((scope) => {
            const isIncluded = scope === 'read' || (scope !== '*' && value.includes('*'));
            const reason = lacks(scope);
            return (
              <label
                key={scope}
                className="grid min-h-7 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2 py-1 md:grid-cols-[auto_150px_minmax(0,1fr)] pointer-coarse:min-h-11"
              >
                <input
                  type="checkbox"
                  checked={isIncluded || value.includes(scope)}
                  // Reachable by Tab, so that the reason can be read.
                  aria-disabled={isIncluded || reason !== undefined || undefined}
                  className="translate-y-0.5 accent-accent aria-disabled:opacity-50"
                  onChange={() => (isIncluded || reason !== undefined ? undefined : toggle(scope))}
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

/** Whose name the token writes under. */
function AgentField({ form }: { readonly form: IssueForm }) {
  const hasAgents = hasExtension(useWhoami(), 'agents');
  const { data } = useQuery({ ...read(listAgents, { limit: 200 }), enabled: hasAgents, staleTime: 60_000 });
  if (!hasAgents) return null;
  return (
    <SelectField
      label={texts.agent}
      hint={texts.agentHint}
      options={[
        { value: '', label: messages.detail.noAgent },
        ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...fieldOf(form, 'agent')}
    />
  );
}
