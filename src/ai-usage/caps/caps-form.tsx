import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { updateAiLimits, type AiLimits } from '#contract/ai-limits.ts';
import type { AiCap } from '#contract/ai-names.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { Button } from '#src/ui/button.tsx';
import { ActionChoice } from './action-choice.tsx';
import {
  actionAfter,
  bodyOf,
  CAPS,
  commaIn,
  conflictsOf,
  FIELDS,
  LEAVE,
  limitAfter,
  searchOf,
  valuesOf,
  type CapDraft,
  type CapValues,
  type LimitsBody,
} from './cap-draft.ts';
import { CapField } from './cap-field.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { whatIf } from './consequence.ts';
import { messages } from './messages.ts';
import type { Outlook } from './outlook.ts';
import { SaveFailure } from './save-failure.tsx';
import { UnpricedNote } from './unpriced-note.tsx';
import { useSaveCaps } from './use-save-caps.tsx';

interface CapsFormProps {
  readonly limits: AiLimits;
  readonly outlook: Outlook;
  readonly hasReports: boolean;
  /** What the form begins with; what is typed is answered by `onType`, for the address. */
  readonly search: AiSearch;
  readonly onType: (typed: Pick<AiSearch, 'budget' | 'tokens' | 'minute' | 'action'>) => void;
  readonly onClose: () => void;
  /** Why nothing can be saved. */
  readonly reason: string | undefined;
}

/** The form of the caps: what is typed is tried at once and saved by its button alone. */
export function CapsForm({ limits, outlook, hasReports, search, onType, onClose, reason }: CapsFormProps) {
  const [base, setBase] = useState(limits);
  const [hasNothing, setHasNothing] = useState(false);
  const { control, handleSubmit, reset, getValues, setValue, setFocus } = useForm<CapValues, unknown, LimitsBody>({
    defaultValues: valuesOf(search),
    mode: 'onChange',
    resolver: contractResolver({
      schema: updateAiLimits.body,
      names: Object.fromEntries(CAPS.map((cap) => [FIELDS[cap], messages.name[cap]])),
      bodyOf: (values: CapValues) => bodyOf(values, limits),
      also: formProblems,
    }),
  });
  const values = useWatch({ control, compute: (now: CapValues) => now });
  const { save, isPending, error, dialog } = useSaveCaps(outlook, hasReports, onClose);
  const action = actionAfter(values.action, limits.action);
  const conflicts = conflictsOf(bodyOf(values, limits), base, limits);

  useEffect(() => setFocus('monthly_budget_usd'), [setFocus]);
  // Another part of the page has changed the address, such as the line in the chart.
  const { budget, tokens, minute, action: wanted } = search;
  useEffect(() => {
    const now = searchOf(getValues());
    const isSame = now.budget === budget && now.tokens === tokens && now.minute === minute && now.action === wanted;
    if (!isSame) reset(valuesOf({ budget, tokens, minute, action: wanted }));
  }, [budget, tokens, minute, wanted, getValues, reset]);

  function typed(): void {
    setHasNothing(false);
    onType(searchOf(getValues()));
  }

  async function submit(body: LimitsBody): Promise<void> {
    const isEmpty = Object.keys(body).length === 0;
    setHasNothing(isEmpty);
    if (!isEmpty) await save(body, base);
  }

  function keepTheirs(): void {
    for (const name of conflicts) {
      if (name === 'action') setValue('action', null);
      else setValue(FIELDS[name], LEAVE, { shouldValidate: true });
    }
    setBase(limits);
    typed();
  }

  /** A cap that is changed from now on is changed from what is saved now. */
  function begin(cap: AiCap, before: CapDraft): void {
    if (before.kind === 'leave') setBase((known) => ({ ...known, [cap]: limits[cap] }));
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
      {CAPS.map((cap) => (
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
                saved={limits[cap].limit}
                current={limits[cap].current}
                problem={fieldState.error?.message}
                whatIf={isTried ? whatIf({ cap, limit, action, limits, outlook }) : null}
                inputRef={ref}
                onBlur={onBlur}
                onChange={(draft) => {
                  begin(cap, value);
                  onChange(draft);
                  typed();
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
              typed();
            }}
          />
        )}
      />
      {action === 'hard' && limitAfter('budget', values.monthly_budget_usd, limits.budget.limit) !== null ? (
        <UnpricedNote hasReports={hasReports} />
      ) : null}
      <ConflictNotice names={conflicts} limits={limits} onTheirs={keepTheirs} onMine={() => setBase(limits)} />
      <SaveFailure error={error} />
      <p role="status" className="text-12 text-ink-2">
        {hasNothing ? messages.form.nothing : null}
      </p>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {messages.form.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isPending} disabledReason={reason}>
          {messages.form.save}
        </Button>
      </div>
      {dialog}
    </form>
  );
}

/** An empty field is neither an amount nor "No cap", and a comma is not guessed at. */
function formProblems(values: CapValues): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    CAPS.map((cap) => {
      const draft = values[FIELDS[cap]];
      if (draft.kind !== 'set') return [FIELDS[cap], undefined];
      return [FIELDS[cap], draft.text.trim() === '' ? messages.form.empty : commaIn(cap, draft.text)];
    }),
  );
}
