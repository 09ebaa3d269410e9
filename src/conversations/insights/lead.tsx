import { useQuery } from '@tanstack/react-query';
import { COMPARABLE_ANSWERS } from '#contract/csat-reports.ts';
import { handoffDaysOptions } from '#src/conversations/handovers/handoff-figures.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { type DayWindow, formatZoneDays, windowBefore } from '#src/panels/day-window.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import {
  type ChangeList,
  directionOf,
  type HandedOver,
  handoverChange,
  questionChange,
  reasonOfChange,
  sortByChange,
} from './changes.ts';
import { messages } from './messages.ts';
import { changeList, insightsOptions } from './queries.ts';

const texts = messages.lead;

/** One sentence that says what changed, with the figures behind it. Where a list could not be loaded, its panel says so. */
export function Lead({ window }: { readonly window: DayWindow }) {
  const questions = useQuery(insightsOptions('question', window));
  const reasons = useQuery(insightsOptions('reason', window));
  const days = useQuery(handoffDaysOptions(window));
  const isPending = questions.isPending || reasons.isPending || days.isPending;
  const isKnown = questions.data !== undefined && reasons.data !== undefined && days.data !== undefined;
  const covers = texts.covers(formatZoneDays(window, 'UTC'), formatZoneDays(windowBefore(window), 'UTC'));
  return (
    <section aria-label={texts.name} className="max-w-measure">
      {isKnown ? (
        <Sentences
          questions={changeList(questions.data)}
          reasons={changeList(reasons.data)}
          now={days.data.totals}
          before={days.data.previous}
        />
      ) : isPending ? (
        <div className="flex h-14 flex-col justify-center gap-2">
          <Skeleton className="h-4 w-96 max-w-full" />
          <Skeleton className="h-2.5 w-72 max-w-full" />
        </div>
      ) : null}
      <p className="mt-1 text-12 text-ink-3 tabular-nums">
        {covers}
        {window.endsToday ? ` ${texts.todayIsOn}` : ''}
      </p>
    </section>
  );
}

interface SentencesProps {
  readonly questions: ChangeList;
  readonly reasons: ChangeList;
  readonly now: HandedOver;
  readonly before: HandedOver;
}

function Sentences(props: SentencesProps) {
  const { sentence, evidence } = leadTexts(props);
  return (
    <>
      <h2 className="text-20 font-semibold text-balance [overflow-wrap:anywhere]">{sentence}</h2>
      <p className="mt-1 text-pretty text-ink-2 tabular-nums [overflow-wrap:anywhere]">{evidence.join(' ')}</p>
    </>
  );
}

/** Returns the sentence about the change, and the figures behind it. */
export function leadTexts({ questions, reasons, now, before }: SentencesProps): {
  readonly sentence: string;
  readonly evidence: readonly string[];
} {
  const asked = questionText(questions);
  const handovers = handoverChange(now, before);
  const handedOver = texts.handedOver(shareText(now), shareText(before));
  // A lead looks for the reason of a rise, so it is named even where the share hardly moved.
  const reason = reasonOfChange(reasons.rows, handovers === 'falling' ? 'falling' : 'rising');
  return {
    sentence: handovers === 'few' ? texts.one(asked.text) : texts.both(asked.text, texts.handovers[handovers]),
    evidence: [
      ...asked.evidence,
      handedOver,
      ...(reason === null
        ? []
        : [texts.reason(reason.label, formatCount(reason.count), formatCount(reason.previous ?? 0))]),
    ],
  };
}

function questionText(list: ChangeList): { readonly text: string; readonly evidence: readonly string[] } {
  const row = questionChange(list);
  if (row === 'few') {
    const [now, before] = [formatCount(list.total), formatCount(list.previousTotal)];
    return { text: texts.questions.few, evidence: [texts.few(now, before, formatCount(COMPARABLE_ANSWERS))] };
  }
  if (row === null) {
    const most = sortByChange(list.rows).find((one) => directionOf(one) === 'rising');
    if (most === undefined) return { text: texts.questions.same, evidence: [] };
    const counts = [formatCount(most.count), formatCount(most.previous ?? 0)] as const;
    return { text: texts.questions.same, evidence: [texts.withinChance(most.label, ...counts)] };
  }
  const [now, before] = [formatCount(row.count), formatCount(row.previous ?? 0)];
  if (row.previous === 0) return { text: texts.questions.new(row.label), evidence: [texts.askedNew(now)] };
  const direction = directionOf(row) === 'rising' ? 'rising' : 'falling';
  return { text: texts.questions[direction](row.label), evidence: [texts.asked(now, before)] };
}

/** "48 of 210 (22.9 %)". */
export function shareText({ handed_over, sessions }: HandedOver): string {
  if (sessions === 0) return messages.noShare;
  return messages.share(formatCount(handed_over), formatCount(sessions), formatPercent(handed_over / sessions));
}
