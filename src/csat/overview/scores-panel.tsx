import type { CsatDefinition, CsatSummary } from '#contract/csat-reports.ts';
import { toneOf } from '#src/csat/answer-rows.tsx';
import { scoresText } from '#src/csat/figure-text.ts';
import { SCORES, type OverviewSearch, type Score, type TabProps } from '#src/csat/search.ts';
import { formatPercent, formatCount } from '#src/format/number.ts';
import { Panel } from '#src/panels/panel.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';

const texts = messages.scores;
const BARS = {
  ok: 'bg-ok',
  warn: 'bg-warn',
  danger: 'bg-danger',
} as const;

interface ScoresPanelProps extends TabProps<OverviewSearch> {
  /** Undefined while loading. */
  readonly figures: Pick<CsatSummary, 'responses' | 'distribution'> | undefined;
  readonly definition: CsatDefinition;
  readonly goodFrom: number;
}

/** How many gave each score. The pressed scores filter the answers below. */
export function ScoresPanel({ figures, definition, goodFrom, search, go }: ScoresPanelProps) {
  return (
    <Panel title={texts.title} note={texts.note}>
      <ScoreBars
        figures={figures}
        goodFrom={goodFrom}
        chosen={search.score ?? []}
        onChoose={(score) => go({ ...search, score: score.length === 0 ? undefined : score }, { replace: true })}
      />
      <p className="mt-2 min-h-4 text-12 text-pretty text-ink-3">
        {figures === undefined ? null : threeText(definition, goodFrom)}
      </p>
    </Panel>
  );
}

/** How a 3 counts. */
function threeText(definition: CsatDefinition, goodFrom: number): string {
  if (definition === 'mean') return texts.three.mean;
  if (definition === 'share_top') return texts.three.top;
  return goodFrom <= 3 ? texts.three.good : texts.three.notGood;
}

interface ScoreBarsProps {
  readonly figures: Pick<CsatSummary, 'responses' | 'distribution'> | undefined;
  readonly goodFrom: number;
  readonly chosen: readonly Score[];
  readonly onChoose: (scores: readonly Score[]) => void;
}

/** A bar for each score, pressed while its answers are listed. */
function ScoreBars({ figures, goodFrom, chosen, onChoose }: ScoreBarsProps) {
  return (
    <div role="group" aria-label={texts.title} className="mt-1 -mx-2">
      {SCORES.map((score) => {
        const count = figures?.distribution[score];
        const share = figures === undefined || figures.responses === 0 ? 0 : (count ?? 0) / figures.responses;
        const isOn = chosen.includes(score);
        return (
          <button
            key={score}
            type="button"
            aria-pressed={isOn}
            className={`flex min-h-8 w-full items-center gap-3 rounded-chip px-2 text-start tabular-nums ${isOn ? 'bg-selected' : 'hover:bg-hover'}`}
            onClick={() => onChoose(SCORES.filter((one) => (one === score ? !isOn : chosen.includes(one))))}
          >
            <span className="font-medium">
              <span className="sr-only">{texts.score} </span>
              {score}
            </span>
            <span className="relative h-1.5 flex-1 overflow-hidden rounded-full bg-sunken outline outline-1 outline-transparent">
              <span
                className={`absolute inset-y-0 start-0 rounded-full forced-color-adjust-none ${BARS[toneOf(Number(score), goodFrom)]}`}
                style={{ width: `${share === 0 ? 0 : Math.max(1.5, share * 100)}%` }}
              />
            </span>
            <span className="w-10 text-end">
              {count === undefined ? (
                <Skeleton className="ms-auto h-2.5 w-6" />
              ) : (
                <>
                  {formatCount(count)}
                  <span className="sr-only"> {texts.answers(count)},</span>
                </>
              )}
            </span>
            <span className="w-12 text-end text-12 text-ink-3">
              {figures === undefined ? '' : formatPercent(share)}
            </span>
          </button>
        );
      })}
    </div>
  );
}

/** The chosen scores, as a chip that can be removed. */
export function ScoreChip({ search, go }: TabProps<OverviewSearch>) {
  if (search.score === undefined) return null;
  const clear = () => go({ ...search, score: undefined }, { replace: true });
  return <FilterChip field={messages.newest.scoreChip} value={scoresText(search.score)} onRemove={clear} />;
}
