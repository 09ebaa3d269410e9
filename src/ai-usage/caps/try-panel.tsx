import { useId, useState } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { CapAction } from '#contract/ai-names.ts';
import type { BudgetMonth, CallsBeyond } from '#src/ai-usage/figures/back-test.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { NumberField } from '#src/forms/number-field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { Button } from '#src/ui/button.tsx';
import { fieldText, formatEcho, formatUse, isSameAmount, KINDS, readAmount, type Amount } from './cap-amounts.ts';
import { conflictsOf, FIELDS, type CapsBody } from './cap-draft.ts';
import { ActionChoice, CapSlider } from './cap-inputs.tsx';
import type { Outlook } from './cap-outlook.ts';
import type { Trial } from './cap-trial.ts';
import { messages } from './caps-tab-messages.ts';
import { messages as capMessages } from './messages.ts';
import { ConflictNotice, useSaveCaps } from './save-caps.tsx';
import type { StoppedState } from './stopped-by-service.tsx';

interface TryPanelProps {
  readonly trial: Trial;
  readonly state: StoppedState;
  readonly limits: AiLimits;
  readonly outlook: Outlook;
  readonly onTry: (amount: Amount) => void;
  readonly onAction: (action: CapAction) => void;
  readonly onReset: () => void;
}

const texts = messages.try;

/** The cap that is tried, by field and slider, what it would have done, and the way to save it. */
export function TryPanel({ trial, state, limits, outlook, onTry, onAction, onReset }: TryPanelProps) {
  const { cap, amount, action, saved, result } = trial;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readAmount(cap, typed, texts.problem);
  // What is typed is shown until the slider or the line say another amount.
  const isTyped = read !== null && (read.kind !== 'amount' || isSameAmount(read.amount, amount));
  const wrong = read?.kind === 'wrong' ? read.problem : texts.problem;
  const problem = isTyped && read.kind !== 'amount' ? wrong : undefined;
  const { reason } = useWriteAccess('ai_limits:write');
  const { save, isBusy, error, dialog } = useSaveCaps(outlook, onReset);
  // The caps as they were when the trial began.
  const [base, setBase] = useState(limits);
  if (!trial.isTried && base !== limits) setBase(limits);
  const body: CapsBody = {
    ...(isSameAmount(amount, saved) ? {} : { [FIELDS[cap]]: amount }),
    ...(action === limits.action ? {} : { action }),
  };

  function reset(): void {
    setTyped(null);
    onReset();
  }

  return (
    <>
      <section aria-labelledby={id} className="lg:border-s lg:border-line lg:ps-8">
        <h2 id={id} className="mb-2 text-14 font-semibold">
          {texts.title}
        </h2>
        <NumberField
          kind={KINDS[cap]}
          label={texts.label[cap]}
          value={isTyped && typed !== null ? typed : fieldText(cap, amount)}
          error={problem}
          echo={problem === undefined ? formatEcho(cap, amount) : null}
          inputClass="w-28! flex-none"
          onChange={({ target }) => {
            setTyped(target.value);
            const tried = readAmount(cap, target.value, texts.problem);
            if (tried.kind === 'amount') onTry(tried.amount);
          }}
          beside={
            <CapSlider
              cap={cap}
              label={texts.slider[cap]}
              value={amount}
              by={[limits[cap].current, saved, result.highest?.amount ?? null]}
              onChange={(next) => {
                setTyped(null);
                onTry(next);
              }}
            />
          }
        />
        <ActionChoice action={action} limits={limits} onChange={onAction} />
        <Facts trial={trial} state={state} limits={limits} />
        <p className="mt-2 text-12 text-ink-3 text-pretty">
          {texts.even[cap]} {texts.complete} {texts.minute}
        </p>
        <WriteFailure error={error} failed={capMessages.form.failed} />
        <div className="mt-3 flex flex-wrap justify-between gap-2">
          <Button variant="ghost" onClick={reset}>
            {texts.reset}
          </Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabledReason={reason ?? problem ?? (trial.isChanged ? undefined : texts.same)}
            onClick={() => save(body, base, { isAsked: true })}
          >
            {texts.save}
          </Button>
        </div>
      </section>
      <ConflictNotice
        names={conflictsOf(body, base, limits)}
        limits={limits}
        onTheirs={reset}
        onMine={() => setBase(limits)}
      />
      {dialog}
    </>
  );
}

function Facts({ trial, state, limits }: Pick<TryPanelProps, 'trial' | 'state' | 'limits'>) {
  const { cap, amount, result } = trial;
  const { hits, completeDays, calls, highest, months } = result;
  const now = limits[cap].current;
  const share = Number(amount) === 0 ? null : formatPercent(Number(now) / Number(amount));
  const rows = [
    [texts.daysHit, texts.ofDays(formatCount(hits.length), formatCount(completeDays))],
    [texts.refused, stoppedText(state, (stopped) => callsText(stopped, calls))],
    [texts.unspent, stoppedText(state, ({ usd }) => texts.about(formatUsd(usd)))],
    [
      texts.highest,
      highest === null ? texts.none : texts.on(formatUse(cap, highest.amount), formatUtcDay(highest.day)),
    ],
    [
      cap === 'budget' ? texts.month : texts.today,
      share === null ? formatUse(cap, now) : texts.ofIt(formatUse(cap, now), share),
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
  if (state.kind === 'unsaid') return texts.unsaid;
  return state.kind === 'waiting' ? '' : textOf(state.stopped.total);
}

/** Their number and their share of all calls. */
function callsText({ calls }: CallsBeyond, all: number): string {
  return texts.share(texts.about(formatCount(Math.round(calls))), formatPercent(all === 0 ? 0 : calls / all));
}

function monthText({ spentUsd, passedOn, isPartial }: BudgetMonth): string {
  const spent = formatUsd(spentUsd);
  const text = passedOn === null ? texts.notPassed(spent) : texts.passed(formatUtcDay(passedOn), spent);
  return isPartial ? texts.partial(text) : text;
}
