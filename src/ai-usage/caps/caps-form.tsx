import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type Ref } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { updateAiLimits, type AiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { daysBudgetReached, daysOverTokens, PAST_DAYS } from '#src/ai-usage/figures/past-reach.ts';
import { usageOptions } from '#src/ai-usage/queries.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { NumberField } from '#src/forms/number-field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { Button } from '#src/ui/button.tsx';
import { fieldText, formatCap, formatEcho, isSameAmount, KINDS, readAmount, type Amount } from './cap-amounts.ts';
import { actionAfter, bodyOf, conflictsOf, FIELDS, LEAVE, limitAfter, typedDraft, UNCHANGED } from './cap-draft.ts';
import type { CapDraft, CapsBody, CapValues } from './cap-draft.ts';
import { ActionChoice, CapSlider } from './cap-inputs.tsx';
import { whatIf, type Outlook } from './cap-outlook.ts';
import { messages } from './messages.ts';
import { ConflictNotice, UnpricedNote, useSaveCaps } from './save-caps.tsx';

interface CapsFormProps {
  readonly limits: AiLimits;
  readonly outlook: Outlook;
  readonly onClose: () => void;
}

/** The form of the caps: says at once what a typed cap would do, and saves by its button alone. */
export function CapsForm({ limits, outlook, onClose }: CapsFormProps) {
  const { reason } = useWriteAccess('ai_limits:write');
  /** The caps as they were when their change began. */
  const [base, setBase] = useState(limits);
  const [hasNothing, setHasNothing] = useState(false);
  const { control, handleSubmit, setValue, setFocus } = useForm<CapValues, unknown, CapsBody>({
    defaultValues: UNCHANGED,
    mode: 'onChange',
    resolver: contractResolver({
      schema: updateAiLimits.body,
      names: Object.fromEntries(AI_CAPS.map((cap) => [FIELDS[cap], messages.name[cap]])),
      bodyOf: (values: CapValues) => bodyOf(values, limits),
      also: formProblems,
    }),
  });
  const trend = useQuery(usageOptions()).data?.trend;
  const values = useWatch({ control, compute: (now: CapValues) => now });
  const { save, isBusy, error, dialog } = useSaveCaps(outlook, onClose);
  const action = actionAfter(values.action, limits.action);
  const conflicts = conflictsOf(bodyOf(values, limits), base, limits);

  useEffect(() => setFocus('monthly_budget_usd'), [setFocus]);
  function submit(body: CapsBody): void {
    const isEmpty = Object.keys(body).length === 0;
    setHasNothing(isEmpty);
    if (!isEmpty) save(body, base);
  }

  function keepTheirs(): void {
    for (const name of conflicts) {
      if (name === 'action') setValue('action', null);
      else setValue(FIELDS[name], LEAVE, { shouldValidate: true });
    }
    setBase(limits);
    setHasNothing(false);
  }

  return (
    <form
      noValidate
      aria-label={messages.form.label}
      className="mt-4 border-t border-line pt-3"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <p>
        <span className="font-medium">{messages.form.title}</span>{' '}
        <span className="text-12 text-ink-3">{messages.form.note}</span>
      </p>
      {AI_CAPS.map((cap) => (
        <Controller
          key={cap}
          control={control}
          name={FIELDS[cap]}
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => {
            const limit = limitAfter(cap, value, limits[cap].limit);
            const isTried = value.kind !== 'leave' && limit !== undefined;
            return (
              <CapField
                cap={cap}
                draft={value}
                limits={limits}
                problem={fieldState.error?.message}
                whatIf={isTried ? whatIf({ cap, limit, action, limits, outlook }) : null}
                past={isTried ? pastText(cap, limit, trend) : null}
                inputRef={ref}
                onBlur={onBlur}
                onChange={(draft) => {
                  if (value.kind === 'leave') setBase((known) => ({ ...known, [cap]: limits[cap] }));
                  onChange(draft);
                  setHasNothing(false);
                }}
              />
            );
          }}
        />
      ))}
      <Controller
        control={control}
        name="action"
        render={({ field: { value, onChange } }) => (
          <ActionChoice
            action={action}
            limits={limits}
            onChange={(chosen) => {
              if (value === null) setBase((known) => ({ ...known, action: limits.action }));
              onChange(chosen);
              setHasNothing(false);
            }}
          />
        )}
      />
      {action === 'hard' && limits.enforced_features !== undefined ? (
        <Enforced features={limits.enforced_features} />
      ) : null}
      {action === 'hard' && limitAfter('budget', values.monthly_budget_usd, limits.budget.limit) !== null ? (
        <UnpricedNote />
      ) : null}
      <ConflictNotice names={conflicts} limits={limits} onTheirs={keepTheirs} onMine={() => setBase(limits)} />
      <WriteFailure error={error} failed={messages.form.failed} />
      <p role="status" className="text-12 text-ink-2">
        {hasNothing ? messages.form.nothing : null}
      </p>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {messages.form.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isBusy} disabledReason={reason}>
          {messages.form.save}
        </Button>
      </div>
      {dialog}
    </form>
  );
}

/** What was typed and is no amount. */
function formProblems(values: CapValues): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    AI_CAPS.map((cap) => {
      const draft = values[FIELDS[cap]];
      const read = draft.kind === 'set' ? readAmount(cap, draft.text) : null;
      return [FIELDS[cap], read?.kind === 'wrong' ? read.problem : undefined];
    }),
  );
}

interface CapFieldProps {
  readonly cap: AiCap;
  readonly draft: CapDraft;
  readonly limits: AiLimits;
  readonly problem: string | undefined;
  /** The effect of the limit; null while nothing is tried. */
  readonly whatIf: string | null;
  /** How often the limit would have been reached; null while nothing is tried. */
  readonly past: string | null;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onChange: (draft: CapDraft) => void;
  readonly onBlur: () => void;
}

/** One cap of the form: typed, moved by its slider, taken away, or left as it is. A line says what it would be. */
function CapField({ cap, draft, limits, problem, whatIf: effect, past, inputRef, onChange, onBlur }: CapFieldProps) {
  const name = messages.name[cap];
  const { limit: saved, current } = limits[cap];
  const limit = limitAfter(cap, draft, saved);
  const isLeft = draft.kind === 'leave' || (limit !== undefined && isSameAmount(limit, saved));
  const set = (text: string) => onChange(typedDraft(text, saved));
  return (
    <div className="mt-3">
      <NumberField
        ref={inputRef}
        kind={KINDS[cap]}
        label={name}
        value={textOf(cap, draft, saved)}
        placeholder={messages.noCap}
        error={problem}
        echo={limit === undefined ? null : limit === null ? messages.noCap : formatEcho(cap, limit)}
        hint={
          isLeft ? (
            <span className="flex min-h-6 items-center">{messages.form.stays}</span>
          ) : (
            <Button
              size="sm"
              variant="ghost"
              className="-ms-2"
              aria-label={messages.form.keepFor(formatCap(cap, saved), name)}
              onClick={() => onChange(LEAVE)}
            >
              {messages.form.keep(formatCap(cap, saved))}
            </Button>
          )
        }
        inputClass="w-28! flex-none"
        onChange={({ target }) => set(target.value)}
        onBlur={onBlur}
        beside={
          <>
            <CapSlider
              cap={cap}
              label={messages.form.slider(name)}
              value={limit ?? null}
              by={[current, saved]}
              onChange={(amount) => set(fieldText(cap, amount))}
            />
            <Button
              size="sm"
              aria-label={messages.form.noCapFor(name)}
              aria-pressed={limit === null}
              className={limit === null ? 'border-line-strong bg-active' : ''}
              onClick={() => set('')}
            >
              {messages.noCap}
            </Button>
          </>
        }
      />
      <p role="status" className="text-12 text-ink-2 text-pretty">
        {effect}
      </p>
      {past === null ? null : <p className="text-12 text-ink-3 text-pretty">{past}</p>}
    </div>
  );
}

type Trend = NonNullable<Reply<typeof getAiUsage>['trend']>;

/** How often a limit would have been reached in the last 30 complete days; null where days do not say it. */
function pastText(cap: AiCap, limit: Amount | null, trend: Trend | undefined): string | null {
  if (trend === undefined || limit === null || cap === 'minute_calls') return null;
  if (cap === 'daily_tokens') return messages.past.daily_tokens(daysOverTokens(trend, BigInt(limit)).length);
  return messages.past.budget(daysBudgetReached(trend, Number(limit)).map((day) => formatUtcDay(day)));
}

/** Under a hard cap: the features that the service stops itself, and those that others have to, with their use. */
function Enforced({ features }: { readonly features: readonly string[] }) {
  const rows = useQuery(usageOptions(PAST_DAYS)).data?.by_feature.filter(({ calls }) => calls > 0);
  if (rows === undefined) return null;
  const { part, own, others, note } = messages.enforced;
  const parts = (isOwn: boolean) =>
    rows
      .filter(({ feature }) => features.includes(feature) === isOwn)
      .map(({ feature, calls, cost_usd: usd }) => part(calls, feature, formatCount(calls), formatUsd(usd)))
      .join(', ');
  return (
    <div className="mt-1 text-12 text-ink-3 text-pretty">
      {parts(true) === '' ? null : <p>{own(parts(true))}</p>}
      {parts(false) === '' ? null : <p>{others(parts(false))}</p>}
      <p>{note}</p>
    </div>
  );
}

function textOf(cap: AiCap, draft: CapDraft, saved: Amount | null): string {
  if (draft.kind === 'set') return draft.text;
  return draft.kind === 'clear' || saved === null ? '' : fieldText(cap, saved);
}
