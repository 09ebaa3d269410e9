import { useId, useState } from 'react';
import type { CapAction } from '#contract/ai-names.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { Button } from '#src/ui/button.tsx';
import type { BudgetMonth, CallsBeyond } from '#src/ai-usage/figures/back-test.ts';
import { ActionChoice } from './action-choice.tsx';
import { AmountField, AmountProblem } from './amount-field.tsx';
import { fieldText, formatUse } from './cap-amount.ts';
import { commaIn, type Amount } from './cap-draft.ts';
import { CapSlider } from './cap-slider.tsx';
import { messages } from './back-test-messages.ts';
import { SaveFailure } from './save-failure.tsx';
import { amountOf, type Trial } from './tried-cap.ts';
import type { StoppedState } from './use-stopped.ts';

interface TryPanelProps {
  readonly trial: Trial;
  readonly state: StoppedState;
  readonly limits: AiLimits;
  readonly onTry: (amount: Amount) => void;
  readonly onAction: (action: CapAction) => void;
  readonly onReset: () => void;
  readonly onSave: () => void;
  readonly isSaving: boolean;
  readonly error: Error | null;
  /** Why it cannot be saved. */
  readonly reason: string | undefined;
}

/** The cap that is tried, by field and slider, and what it would have done. */
export function TryPanel(props: TryPanelProps) {
  const { trial, state, limits, onTry, onAction, onReset, onSave, isSaving, error, reason } = props;
  const { cap, amount, action, saved, result } = trial;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? amount : amountOf(cap, typed);
  // What is typed stands as it is typed, until the slider or the line say another amount.
  const text = typed !== null && (read === null || String(read) === String(amount)) ? typed : fieldText(cap, amount);
  const problem = text === typed && read === null ? (commaIn(cap, text) ?? messages.try.problem[cap]) : undefined;
  return (
    <section aria-labelledby={`${id}-title`} className="lg:border-s lg:border-line lg:ps-8">
      <h2 id={`${id}-title`} className="mb-2 text-14 font-semibold">
        {messages.try.title}
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="w-24 text-ink-2">
          {messages.try.label[cap]}
        </label>
        <AmountField
          id={id}
          text={text}
          problem={problem}
          onChange={(next) => {
            setTyped(next);
            const tried = amountOf(cap, next);
            if (tried !== null) onTry(tried);
          }}
        />
        <CapSlider
          cap={cap}
          label={messages.try.slider}
          value={amount}
          by={[limits[cap].current, saved, result.highest?.amount ?? null]}
          onChange={(next) => {
            setTyped(null);
            onTry(next);
          }}
        />
      </div>
      <AmountProblem id={id} problem={problem} />
      <ActionChoice action={action} limits={limits} onChange={onAction} />
      <Facts trial={trial} state={state} limits={limits} />
      <p className="mt-2 text-12 text-ink-3 text-pretty">
        {messages.try.even[cap]} {messages.try.complete} {messages.try.minute}
      </p>
      <SaveFailure error={error} />
      <div className="mt-3 flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            setTyped(null);
            onReset();
          }}
        >
          {messages.try.reset}
        </Button>
        <Button
          variant="primary"
          busy={isSaving}
          disabledReason={reason ?? problem ?? (trial.isChanged ? undefined : messages.try.same)}
          onClick={onSave}
        >
          {messages.try.save}
        </Button>
      </div>
    </section>
  );
}

function Facts({ trial, state, limits }: Pick<TryPanelProps, 'trial' | 'state' | 'limits'>) {
  const { cap, amount, result } = trial;
  const { hits, completeDays, calls, highest, months } = result;
  const now = limits[cap].current;
  const used = Number(amount) === 0 ? null : formatPercent(Number(now) / Number(amount));
  const rows = [
    [messages.try.daysHit, messages.try.ofDays(formatCount(hits.length), formatCount(completeDays))],
    [messages.try.refused, stoppedText(state, (stopped) => callsText(stopped, calls))],
    [messages.try.unspent, stoppedText(state, ({ usd }) => messages.try.about(formatUsd(usd)))],
    [
      messages.try.highest,
      highest === null ? messages.try.none : messages.try.on(formatUse(cap, highest.amount), formatUtcDay(highest.day)),
    ],
    [
      cap === 'budget' ? messages.try.month : messages.try.today,
      used === null ? formatUse(cap, now) : messages.try.ofIt(formatUse(cap, now), used),
    ],
    ...months.map((month) => [formatUtcMonth(month.month), monthText(month)]),
  ];
  return (
    <dl className="mt-3 border-t border-line">
      {rows.map(([name, value]) => (
        <div key={name} className="flex min-h-8 flex-wrap items-center gap-x-3 border-b border-line py-1">
          <dt className="w-36 text-12 text-ink-2">{name}</dt>
          <dd className="min-w-0 flex-1 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function stoppedText(state: StoppedState, textOf: (total: CallsBeyond) => string): string {
  if (state.kind === 'unsaid') return messages.try.unsaid;
  return state.kind === 'waiting' ? '' : textOf(state.stopped.total);
}

/** How many of all calls. */
function callsText({ calls }: CallsBeyond, all: number): string {
  const share = all === 0 ? 0 : calls / all;
  return messages.try.share(messages.try.about(formatCount(Math.round(calls))), formatPercent(share));
}

function monthText({ spentUsd, passedOn, isPartial }: BudgetMonth): string {
  const text =
    passedOn === null
      ? messages.try.notPassed(formatUsd(spentUsd))
      : messages.try.passed(formatUtcDay(passedOn), formatUsd(spentUsd));
  return isPartial ? messages.try.partial(text) : text;
}
