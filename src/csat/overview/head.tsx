import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { COMPARABLE_ANSWERS, type CsatDefinition, type CsatSummary } from '#contract/csat-reports.ts';
import { getSiteSettings, updateSiteSettings } from '#contract/site-settings.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { changeOf, definitionName, formatChange, formatValue } from '#src/csat/figure-text.ts';
import { messages as page } from '#src/csat/messages.ts';
import type { Summary } from '#src/csat/queries.ts';
import { DEFINITIONS, LOW_SCORES, type OverviewSearch, SCORES, sharedOf, type TabProps } from '#src/csat/search.ts';
import { view } from '#src/csat/view.ts';
import { formatPercent, formatCount } from '#src/format/number.ts';
import { daysBetween } from '#src/format/days.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { formatZoneDays } from '#src/panels/day-window.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';

const texts = messages.head;

interface HeadProps extends TabProps<OverviewSearch> {
  readonly summary: Summary;
  /** Only the score and its sentence, without controls. */
  readonly isAlone: boolean;
}

/** The score with its sentence, and the figures behind it. */
export function Head({ summary, search, go, isAlone }: HeadProps) {
  const { query } = summary;
  const { data } = query;
  if (data === undefined && query.error !== null)
    return <QueryPending query={query} name={texts.label} failed={texts.failed} />;
  const controls = isAlone ? null : (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      {search.definition === undefined ? null : (
        <ForEveryone definition={search.definition} goodFrom={summary.goodFrom} />
      )}
      <DefinitionSwitch summary={summary} search={search} go={go} />
    </span>
  );
  return (
    <>
      <StaleQuery query={query} />
      <section aria-label={texts.label} aria-busy={data === undefined || undefined}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-3">
            {data === undefined ? <Skeleton className="h-6 w-44" /> : <Figure summary={data} />}
          </div>
          {controls}
        </div>
        <p className="flex min-h-5 items-center text-pretty text-ink-2 max-md:min-h-15">
          {data === undefined ? (
            <>
              <span className="sr-only">{texts.loading}</span>
              <Skeleton className="h-2.5 w-80 max-w-full" />
            </>
          ) : (
            <span>{sentenceOf(data)}</span>
          )}
        </p>
        {isAlone ? null : <Facts summary={data} search={search} />}
      </section>
    </>
  );
}

function Figure({ summary }: { readonly summary: CsatSummary }) {
  const { definition, good_from: goodFrom, value } = summary;
  if (value === null) return <h2 className="text-28 font-semibold text-ink-3">{texts.none}</h2>;
  const name = definition === 'mean' ? texts.meanName : texts.gave(countedScores(definition, goodFrom));
  return (
    <>
      <h2 className="text-28 font-semibold tabular-nums">
        {formatValue(definition, value)} <span className="text-14 font-normal text-ink-3">{name}</span>
      </h2>
      <Badge summary={summary} />
    </>
  );
}

/** The change since the period before, or that there are too few answers to compare. */
function Badge({ summary }: { readonly summary: CsatSummary }) {
  const change = changeOf(summary, summary.previous);
  if (change === 'none') return null;
  if (change === 'few')
    return (
      <span title={texts.tooFewText(formatCount(COMPARABLE_ANSWERS))}>
        <Chip tone="warn">{texts.tooFew}</Chip>
      </span>
    );
  return (
    <Chip tone={change > 0 ? 'ok' : change < 0 ? 'danger' : 'plain'}>{formatChange(summary.definition, change)}</Chip>
  );
}

/** Chooses how the score is calculated, for all figures of the page. */
function DefinitionSwitch({
  summary: { definition, goodFrom },
  search,
  go,
}: Pick<HeadProps, 'summary' | 'search' | 'go'>) {
  const choose = (next: CsatDefinition) => go({ ...search, definition: next }, { replace: true });
  const [{ group, entries: keys }] = view.keys;
  const at = definition === undefined ? -1 : DEFINITIONS.indexOf(definition);
  useShortcut(keys.definition.keys, () => choose(DEFINITIONS[(at + 1) % DEFINITIONS.length] ?? 'mean'), {
    label: keys.definition.label,
    group,
  });
  const label = { ...page.definition, share_good: page.definition.share_good(goodFrom) };
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="text-12 text-ink-3 max-sm:hidden">
        {page.definition.label}
      </span>
      <Segmented
        label={page.definition.label}
        value={definition ?? ''}
        options={DEFINITIONS.map((one) => ({ value: one, label: label[one] }))}
        onChange={(next) => {
          const chosen = DEFINITIONS.find((one) => one === next);
          if (chosen !== undefined) choose(chosen);
        }}
      />
    </span>
  );
}

const everyone = messages.everyone;
/** The definition of a site that has chosen none. */
const USUAL = 'mean' satisfies CsatDefinition;

interface ForEveryoneProps {
  readonly definition: CsatDefinition;
  readonly goodFrom: number;
}

/** Makes the definition of this address the site's, if they differ. */
function ForEveryone({ definition, goodFrom }: ForEveryoneProps) {
  const isProvided = isWholeService(useWhoami());
  const { reason } = useWriteAccess('site:write');
  const { data } = useQuery({ ...read(getSiteSettings), enabled: isProvided });
  const { write, isBusy } = useWrite(updateSiteSettings);
  if (data === undefined || (data.values.csat_definition ?? USUAL) === definition) return null;
  const { version, values } = data;
  const failed = (why: string, error: unknown) =>
    error instanceof ApiFailure && error.kind === 'conflict' ? everyone.conflict : everyone.failed(why);
  const use = () =>
    write(
      { body: { version, values: { csat_definition: definition } } },
      {
        failed,
        undo: (saved) => ({
          text: everyone.done(definitionName(definition, goodFrom)),
          undo: inverse(
            updateSiteSettings,
            { body: { version: saved.version, values: { csat_definition: values.csat_definition ?? null } } },
            { failed, done: everyone.undone },
          ),
        }),
      },
    );
  return (
    <Button size="sm" variant="ghost" busy={isBusy} disabledReason={reason} onClick={() => void use()}>
      {everyone.button}
    </Button>
  );
}

const facts = messages.facts;

/** The counts behind the score. Each opens its answers. */
function Facts({ summary, search }: { readonly summary: CsatSummary | undefined; readonly search: OverviewSearch }) {
  const own = sharedOf(search);
  const days = summary === undefined ? '' : page.days(daysBetween(summary.from, summary.to));
  const goodFrom = summary?.good_from ?? 4;
  const goodScores = SCORES.filter((score) => Number(score) >= goodFrom);
  const good = summary === undefined ? 0 : countOf(summary, goodScores);
  const low = summary === undefined ? 0 : countOf(summary, LOW_SCORES);
  return (
    <dl className="mt-3 grid grid-cols-4 gap-x-8 gap-y-3 border-t border-line pt-3 max-md:grid-cols-2 max-md:gap-x-4">
      <Fact
        label={facts.answers}
        search={{ ...own }}
        value={summary && formatCount(summary.responses)}
        note={summary && facts.before(formatCount(summary.previous.responses), days)}
      />
      <Fact
        label={facts.good(countedScores('share_good', goodFrom))}
        search={{ ...own, score: goodScores }}
        value={summary && (summary.responses === 0 ? facts.none : formatPercent(good / summary.responses))}
        note={summary && page.answers(good, formatCount(good))}
      />
      <Fact
        label={facts.low}
        search={{ ...own, score: LOW_SCORES }}
        value={summary && formatCount(low)}
        note={summary && facts.lowNote(formatCount(countOf(summary.previous, LOW_SCORES)))}
      />
      <Fact label={facts.rate} search={null} {...rateOf(summary)} />
    </dl>
  );
}

/** The share of tickets resolved in the window that have an answer; unknown with a filter. */
function rateOf(summary: CsatSummary | undefined): Pick<FactProps, 'value' | 'note'> {
  if (summary === undefined) return { value: undefined, note: undefined };
  const { response_rate: rate, resolved } = summary;
  if (resolved === null) return { value: '–', note: facts.rateFiltered };
  if (rate === null) return { value: facts.none, note: facts.noRate };
  const answered = formatCount(Math.round(rate * resolved));
  return { value: formatPercent(rate), note: facts.rateNote(answered, formatCount(resolved)) };
}

/** How many answers have one of these scores. */
export function countOf(
  { distribution }: Pick<CsatSummary, 'distribution'>,
  scores: readonly (typeof SCORES)[number][],
): number {
  return scores.reduce((sum, score) => sum + distribution[score], 0);
}

interface FactProps {
  readonly label: string;
  /** The answers that are counted; null if it counts no answers. */
  readonly search: OverviewSearch | null;
  readonly value: string | undefined;
  readonly note: string | undefined;
}

function Fact({ label, search, value, note }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="flex min-h-7 items-center text-20 font-semibold tabular-nums">
        {value === undefined ? (
          <Skeleton className="h-4 w-14" />
        ) : search === null ? (
          value
        ) : (
          <Link to="/csat/answers" search={search} className="hover:underline">
            {value}
          </Link>
        )}
      </dd>
      <dd className="min-h-4 text-12 text-pretty text-ink-3 tabular-nums">{note}</dd>
    </div>
  );
}

const says = messages.says;

/** The scores that a share counts: "4 or 5", "5". */
function countedScores(definition: CsatDefinition, goodFrom: number): string {
  if (definition === 'share_top' || goodFrom === 5) return '5';
  return goodFrom === 4 ? page.fourOrFive : page.scores(String(goodFrom), '5');
}

/**
 * The score and the period before: "4.31 of 5 from 412 answers, 27 Oct to 25 Nov, Europe/Berlin. 4.20 from 398 in the 30 days
 * before."
 */
export function sentenceOf(summary: CsatSummary): string {
  const { definition, good_from: goodFrom, value, responses, previous, from, to, zone } = summary;
  const window = formatZoneDays({ from, to }, zone);
  const answers = page.answers(responses, formatCount(responses));
  const days = page.days(daysBetween(from, to));
  const now =
    value === null
      ? says.none(window)
      : definition === 'mean'
        ? says.mean(formatValue(definition, value), answers, window)
        : says.share(formatValue(definition, value), countedScores(definition, goodFrom), answers, window);
  if (previous.value === null) return `${now} ${says.nothingBefore(days)}`;
  const before = says.before(formatValue(definition, previous.value), formatCount(previous.responses), days);
  const isFew = changeOf(summary, previous) === 'few';
  return `${now} ${isFew ? says.few(before) : says.only(before)}`;
}
