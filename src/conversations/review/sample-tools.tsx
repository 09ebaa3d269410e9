import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reply } from '#contract/operation.ts';
import type { summarizeAiReviews } from '#contract/ai-reviews.ts';
import { COMPARABLE_ANSWERS } from '#contract/csat-reports.ts';
import { DEFAULT_SAMPLE, type ReviewSearch, SAMPLE_RULES, type TabProps } from '#src/conversations/search.ts';
import { addDays } from '#src/format/days.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { numberText, readNumber } from '#src/format/typed-number.ts';
import { SelectField } from '#src/forms/field.tsx';
import { NumberField } from '#src/forms/number-field.tsx';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { type DayWindow, formatZoneDays } from '#src/panels/day-window.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages as all } from './messages.ts';
import { DEFAULT_COST, DEFAULT_MESSAGES, resultsOptions, reviewsFile } from './queries.ts';

const texts = all.results;
const messages = all.sample;
const MAX_SAMPLE = 200;
const MAX_LENGTH = 5_000;
const MAX_COST = 1_000_000;

interface SampleToolsProps extends TabProps<ReviewSearch> {
  readonly window: DayWindow;
}

/** Which conversations are read, and what all reviews of these days say. */
export function SampleTools({ search, go, window }: SampleToolsProps) {
  const results = useQuery(resultsOptions(window));
  const change = (next: Partial<ReviewSearch>) => go({ ...search, session: undefined, ...next }, { replace: true });
  const { from, to } = window;
  return (
    <div className="flex flex-none flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      <div role="group" aria-label={messages.label} className="flex flex-wrap items-end gap-2">
        <SelectField
          label={messages.rule}
          className="w-44"
          value={search.rule ?? 'all'}
          options={SAMPLE_RULES.map((value) => ({ value, label: messages.rules[value] }))}
          onChange={({ target }) => {
            const rule = SAMPLE_RULES.find((one) => one === target.value);
            change({ rule: rule === 'all' ? undefined : rule, cost: undefined, messages: undefined });
          }}
        />
        {search.rule === 'costly' ? (
          <NumberChoice
            key={search.cost}
            kind="money"
            label={messages.cost}
            value={search.cost === undefined ? DEFAULT_COST : Number(search.cost)}
            max={MAX_COST}
            onChoose={(cost) => change({ cost: cost === DEFAULT_COST ? undefined : String(cost) })}
          />
        ) : null}
        {search.rule === 'long' ? (
          <NumberChoice
            key={search.messages}
            kind="whole"
            label={messages.messages}
            value={search.messages ?? DEFAULT_MESSAGES}
            max={MAX_LENGTH}
            onChoose={(length) => change({ messages: length === DEFAULT_MESSAGES ? undefined : length })}
          />
        ) : null}
        <NumberChoice
          key={`sample ${search.sample}`}
          kind="whole"
          label={messages.size}
          value={search.sample ?? DEFAULT_SAMPLE}
          max={MAX_SAMPLE}
          onChoose={(sample) => change({ sample: sample === DEFAULT_SAMPLE ? undefined : sample })}
        />
      </div>
      <section aria-label={texts.name} className="min-w-0 flex-1 basis-80 text-12 text-ink-2 tabular-nums">
        <QueryState query={results} name={texts.name} skeleton={<Skeleton className="my-2 h-2.5 w-64" />}>
          {(data) => <Results results={data} window={window} />}
        </QueryState>
      </section>
      <ExportButton
        label={texts.file}
        total={results.data?.reviewed}
        nothing={texts.nothing}
        fileOf={() => ({
          fileName: `conversations-reviews-${from}-to-${addDays(to, -1)}.csv`,
          readFile: (signal) => reviewsFile(window, signal),
        })}
      />
    </div>
  );
}

interface NumberChoiceProps {
  readonly kind: 'whole' | 'money';
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChoose: (value: number) => void;
}

/** A number of the address, taken over by Enter or on leaving the field; what is no such number goes back. */
function NumberChoice({ kind, label, value, max, onChoose }: NumberChoiceProps) {
  const [text, setText] = useState(numberText(value, kind));
  function take(): void {
    const read = readNumber(text, kind);
    const typed = read.kind === 'number' ? Number(read.plain) : 0;
    if (typed > 0 && typed <= max && typed !== value) onChoose(typed);
    else setText(numberText(value, kind));
  }
  return (
    <NumberField
      kind={kind}
      label={label}
      className="w-24"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) take();
      }}
    />
  );
}

interface ResultsProps {
  readonly results: Reply<typeof summarizeAiReviews>;
  readonly window: DayWindow;
}

/** The share of right ones with its sample size, reasons of the wrong ones, and who reviewed. */
function Results({ results: { reviewed, right, wrong, reasons, reviewers, sample_of }, window }: ResultsProps) {
  const { from, to } = window;
  const days = formatZoneDays(window, 'UTC');
  if (reviewed === 0) return <p>{texts.none}</p>;
  const link = 'hit relative text-accent-text hover:underline';
  const list = (rows: readonly (readonly [string, number])[]) =>
    rows.map(([name, count]) => texts.counted(name, formatCount(count))).join(', ');
  return (
    <>
      <p>
        <span className="me-2 font-medium text-ink">
          {reviewed < COMPARABLE_ANSWERS
            ? texts.few(formatCount(right), formatCount(reviewed))
            : texts.share(formatPercent(right / reviewed), formatCount(right), formatCount(reviewed))}
        </span>
        <Link to="/conversations" search={{ from, to, review: 'right' }} className={`${link} me-2`}>
          {texts.right(formatCount(right))}
        </Link>
        <Link to="/conversations" search={{ from, to, review: 'wrong' }} className={link}>
          {texts.wrong(formatCount(wrong))}
        </Link>
        <span className="ms-2 text-ink-3">{texts.of(formatCount(reviewed), formatCount(sample_of), days)}</span>
      </p>
      <p dir="auto" className="[overflow-wrap:anywhere]">
        {reasons.length === 0 ? null : (
          <span className="me-3">
            {texts.reasons} {list(reasons.map(({ reason, count }) => [reason, count]))}
          </span>
        )}
        {texts.reviewers} {list(reviewers.map(({ reviewer, count }) => [reviewer, count]))}
      </p>
    </>
  );
}
