import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { updateAiLimits, type AiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { daysBudgetReached, daysOverTokens, PAST_DAYS } from '#src/ai-usage/figures/past-reach.ts';
import { limitsOptions, usageOptions } from '#src/ai-usage/queries.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay } from '#src/format/days.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf } from '#src/forms/field.tsx';
import { NumberField } from '#src/forms/number-field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { Button } from '#src/ui/button.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import type { Undoable } from '#src/undo/undo-entry.ts';
import {
  formatCap,
  formatEcho,
  formatLimit,
  formatRate,
  formatUse,
  KINDS,
  readAmount,
  type Amount,
} from './cap-amounts.ts';
import { bodyBefore, bodyOf, conflictsOf, FIELDS, stopsNow, typedLimit, valuesOf } from './cap-draft.ts';
import type { CapsBody, CapValues } from './cap-draft.ts';
import { hardConsequence, hardUntil, stoppedFeatures } from './cap-effects.ts';
import { messages } from './messages.ts';

interface CapsFormProps {
  readonly limits: AiLimits;
  readonly onClose: () => void;
}

/** The form of the caps: says at once what a typed cap would have done, and saves by its button alone. */
export function CapsForm({ limits, onClose }: CapsFormProps) {
  const { reason } = useWriteAccess('ai_limits:write');
  /** The caps that the person has seen: what someone else changes after them is a conflict. */
  const [base, setBase] = useState(limits);
  const form = useForm<CapValues, unknown, CapsBody>({
    values: valuesOf(limits),
    resetOptions: { keepDirtyValues: true },
    mode: 'onChange',
    resolver: contractResolver({
      schema: updateAiLimits.body,
      names: Object.fromEntries(AI_CAPS.map((cap) => [FIELDS[cap], messages.name[cap]])),
      bodyOf: (values: CapValues) => bodyOf(values, limits),
      also: formProblems,
    }),
  });
  const { setFocus, setValue, resetField, handleSubmit, control } = form;
  const trend = useQuery(usageOptions()).data?.trend;
  const values = useWatch({ control, compute: (now: CapValues) => now });
  const body = bodyOf(values, limits);
  const conflicts = conflictsOf(body, base, limits);
  const { save, confirm, cancel, stopped, isBusy, error } = useSaveCaps(onClose);

  useEffect(() => setFocus('monthly_budget_usd'), [setFocus]);

  function submit(changes: CapsBody): void {
    if (Object.keys(changes).length === 0) onClose();
    else void save(changes, base);
  }

  function keepTheirs(): void {
    const theirs = valuesOf(limits);
    for (const name of conflicts) {
      const field = name === 'action' ? name : FIELDS[name];
      resetField(field, { defaultValue: theirs[field] });
    }
    setBase(limits);
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
      {AI_CAPS.map((cap) => {
        const limit = typedLimit(cap, values[FIELDS[cap]]);
        const isChanged = body[FIELDS[cap]] !== undefined;
        return (
          <div key={cap} className="mt-3">
            <NumberField
              kind={KINDS[cap]}
              label={messages.name[cap]}
              placeholder={messages.noCap}
              echo={limit === undefined ? null : limit === null ? messages.noCap : formatEcho(cap, limit)}
              hint={isChanged ? messages.form.before(formatCap(cap, limits[cap].limit)) : undefined}
              {...fieldOf(form, FIELDS[cap])}
            />
            <p role="status" className="text-12 text-ink-2 text-pretty">
              {isChanged && limit !== undefined && limit !== null ? pastText(cap, limit, trend) : null}
            </p>
          </div>
        );
      })}
      <div className="mt-3">
        <p className="mb-1 text-12 font-medium">{messages.form.when}</p>
        <Segmented
          label={messages.form.when}
          value={values.action}
          options={[
            { value: 'soft', label: messages.form.soft },
            { value: 'hard', label: messages.form.hard },
          ]}
          onChange={(action) => setValue('action', action, { shouldDirty: true })}
        />
        <p role="status" className="mt-1 text-12 text-ink-2 text-pretty">
          {values.action === 'soft' ? messages.effect.soft : hardConsequence(limits)}
        </p>
        {values.action === 'hard' ? <HardNotes limits={limits} /> : null}
      </div>
      <ConflictNotice names={conflicts} limits={limits} onTheirs={keepTheirs} onMine={() => setBase(limits)} />
      <WriteFailure error={error} failed={messages.form.failed} />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {messages.form.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isBusy} disabledReason={reason}>
          {messages.form.save}
        </Button>
      </div>
      {stopped === null ? null : (
        <StopDialog {...stopped} isBusy={isBusy} onConfirm={() => void confirm(stopped)} onClose={cancel} />
      )}
    </form>
  );
}

/** Why a typed text is no amount. */
function formProblems(values: CapValues): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    AI_CAPS.map((cap) => {
      const read = readAmount(cap, values[FIELDS[cap]]);
      return [FIELDS[cap], read.kind === 'wrong' ? read.problem : undefined];
    }),
  );
}

type Trend = NonNullable<Reply<typeof getAiUsage>['trend']>;

/** How often a limit would have been reached in the last 30 complete days; null for calls a minute, which days do not say. */
function pastText(cap: AiCap, limit: Amount, trend: Trend | undefined): string | null {
  if (trend === undefined || cap === 'minute_calls') return null;
  if (cap === 'daily_tokens') return messages.past.daily_tokens(daysOverTokens(trend, BigInt(limit)).length);
  return messages.past.budget(daysBudgetReached(trend, Number(limit)).map((day) => formatUtcDay(day)));
}

/** Under a hard cap: the features that the service stops itself, those that others have to, and calls without a price. */
function HardNotes({ limits: { enforced_features: features } }: { readonly limits: AiLimits }) {
  const rows = useQuery(usageOptions(PAST_DAYS)).data?.by_feature.filter(({ calls }) => calls > 0) ?? [];
  const { part, own, others, note, unpriced } = messages.hard;
  const parts = (isOwn: boolean) =>
    rows
      .filter(({ feature }) => features?.includes(feature) === isOwn)
      .map(({ feature, calls, cost_usd: usd }) => part(calls, feature, formatCount(calls), formatUsd(usd)))
      .join(', ');
  return (
    <div className="mt-1 text-12 text-ink-3 text-pretty">
      {parts(true) === '' ? null : <p>{own(parts(true))}</p>}
      {parts(false) === '' ? null : <p>{others(parts(false))}</p>}
      {features === undefined || rows.length === 0 ? null : <p>{note}</p>}
      <p className="text-warn-text">{unpriced}</p>
    </div>
  );
}

/** A change that stops calls as soon as it is saved. */
interface StoppingChange {
  readonly body: CapsBody;
  readonly limits: AiLimits;
}

/** Saves the caps, and asks first where that stops calls at once. */
function useSaveCaps(onSaved: () => void) {
  const queryClient = useQueryClient();
  const { write, isBusy, error } = useWrite(updateAiLimits);
  const [stopped, setStopped] = useState<StoppingChange | null>(null);

  /** Reads the caps again first: nothing overwrites what someone else has changed since `base`, the form shows it instead. */
  async function save(body: CapsBody, base: AiLimits): Promise<void> {
    let limits = base;
    const saved = await write(
      async () => {
        limits = await queryClient.fetchQuery({ ...limitsOptions(), staleTime: 0 });
        if (conflictsOf(body, base, limits).length > 0) return null;
        if (stopsNow(body, limits).length === 0) return { body };
        setStopped({ body, limits });
        return null;
      },
      { undo: (reply) => undoOf(body, limits, reply) },
    );
    if (saved !== null) onSaved();
  }

  async function confirm({ body, limits }: StoppingChange): Promise<void> {
    const saved = await write({ body }, { undo: (reply) => undoOf(body, limits, reply) });
    setStopped(null);
    if (saved !== null) onSaved();
  }

  return { save, confirm, cancel: () => setStopped(null), stopped, isBusy, error };
}

/** The undo of a saved change; where the service does not say what was before, the change is only announced. */
function undoOf(body: CapsBody, before: AiLimits, saved: AiLimits): Undoable | null {
  const text = doneText(body, saved);
  const inverseBody = bodyBefore(body, before);
  if (Object.keys(inverseBody).length > 0) {
    const { undoFailed: failed, undone: done } = messages.saved;
    return { text, undo: inverse(updateAiLimits, { body: inverseBody }, { failed, done }) };
  }
  announce(text);
  return null;
}

function doneText(body: CapsBody, saved: AiLimits): string {
  const cap = AI_CAPS.find((name) => body[FIELDS[name]] !== undefined);
  if (Object.keys(body).length > 1 || saved.action === 'none') return messages.saved.many;
  if (cap !== undefined) return messages.saved.one(messages.name[cap], formatCap(cap, saved[cap].limit));
  return messages.saved.one(messages.name.action, messages.badge[saved.action]);
}

interface StopDialogProps extends StoppingChange {
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function StopDialog({ body, limits, isBusy, onConfirm, onClose }: StopDialogProps) {
  const nowMs = useNow();
  const features = stoppedFeatures(limits);
  return (
    <ConfirmDialog
      title={messages.ask.title(features)}
      submit={messages.ask.go(features)}
      isDanger
      isBusy={isBusy}
      // The form below says why it failed.
      error={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {stopsNow(body, limits).map(({ cap, limit }) => (
        <div key={cap} className="mb-3">
          <p className="font-medium">{formatRate(cap, limit)}</p>
          <p className="text-ink-2 text-pretty">
            {messages.ask.reached(formatUse(cap, limits[cap].current), formatLimit(cap, limit))}{' '}
            {hardUntil(limits, cap, nowMs)}
          </p>
        </div>
      ))}
    </ConfirmDialog>
  );
}

interface ConflictNoticeProps {
  /** Changed by someone else, and by the form too. */
  readonly names: readonly (AiCap | 'action')[];
  readonly limits: AiLimits;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

function ConflictNotice({ names, limits, onTheirs, onMine }: ConflictNoticeProps) {
  return (
    <div role="alert">
      {names.length === 0 ? null : (
        <div className="mt-3 rounded-control border border-warn-line bg-warn-tint px-2.5 py-2 text-12 text-warn-text">
          {names.map((name) => (
            <p key={name}>
              {messages.conflict.text(
                messages.name[name],
                name === 'action' ? messages.badge[limits.action] : formatCap(name, limits[name].limit),
              )}
            </p>
          ))}
          <div className="mt-2 flex gap-2">
            <Button size="sm" onClick={onTheirs}>
              {messages.conflict.theirs}
            </Button>
            <Button size="sm" onClick={onMine}>
              {messages.conflict.mine}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
