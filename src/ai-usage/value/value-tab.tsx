import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fromPico, toPico } from '#contract/usd.ts';
import { callsBehind } from '#src/ai-usage/calls/calls-filters.ts';
import { TranscriptDialog } from '#src/ai-usage/calls/transcript-dialog.tsx';
import { CallsLink, FIGURE_LINK, Usd } from '#src/ai-usage/figure-cells.tsx';
import { csatDays, instantsOf, resolvedFilter, costPer } from '#src/ai-usage/figures/value-figures.ts';
import { useHasReports } from '#src/ai-usage/queries.ts';
import type { ValueSearch, TabProps } from '#src/ai-usage/search.ts';
import {
  useUnpriced,
  messages as unpricedTexts,
  MoreUnpriced,
  UnpricedLine,
  type Unpriced,
} from '#src/ai-usage/unpriced.tsx';
import { utcToday } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { type DayWindow, windowOf } from '#src/panels/day-window.ts';
import { Panel } from '#src/panels/panel.tsx';
import { formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { Table } from '#src/ui/table.tsx';
import { CostliestPanel } from './costliest-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import { messages } from './messages.ts';
import { RepricePanel } from './reprice-panel.tsx';
import { SpendersPanel } from './spenders-panel.tsx';
import { ValueFeatures } from './value-features.tsx';
import { useCost, usePoints, useResolved, useSessions, type Cost, type Part } from './value-queries.ts';

/** Weighs the money: what it bought, what it would have cost elsewhere, and where it went. */
export function ValueTab({ search, go }: TabProps<ValueSearch>) {
  const hasReports = useHasReports();
  const today = utcToday(useNow());
  const window = windowOf(search, today);
  const cost = useCost(window);
  const resolved = useResolved(window);
  const sessions = useSessions(window);
  const points = usePoints(window, today);
  const unpricedCalls = cost.state === 'known' ? cost.value.unpricedCalls : 0;
  const unpriced = useUnpriced(window, search.price, unpricedCalls > 0);
  const note = formatUtcDaysAndYears(window);
  return (
    <div className="flex flex-col gap-7">
      <ValueSheet
        parts={{ cost, resolved, sessions, points }}
        unpriced={unpriced}
        search={search}
        go={go}
        window={window}
        note={note}
      />
      <ValueFeatures cost={cost} resolved={resolved} unpriced={unpriced} search={search} note={note} />
      {hasReports ? (
        <>
          <RepricePanel search={search} go={go} today={today} />
          <CostliestPanel search={search} go={go} window={window} unpriced={unpriced} />
          <SpendersPanel search={search} go={go} window={window} unpriced={unpriced} />
          <ErrorsPanel search={search} window={window} />
        </>
      ) : (
        <div className="flex flex-col gap-1 border-t border-line pt-3 text-12 text-ink-3">
          {[messages.prices.title, messages.costliest.title, messages.spenders.title].map((what) => (
            <p key={what}>{messages.needsReports(what)}</p>
          ))}
        </div>
      )}
      <Definitions window={window} today={today} />
      <TranscriptDialog search={search} go={go} />
    </div>
  );
}

const texts = messages.definitions;

/** The meaning of each figure, and the calls that it comes from. */
function Definitions({ window, today }: { readonly window: DayWindow; readonly today: string }) {
  const hasReports = useHasReports();
  const { from, to } = instantsOf(window);
  const calls: Readonly<Record<keyof typeof texts.items, readonly string[]>> = {
    cost: [
      hasReports
        ? `ai_reports report=usage from=${window.from} to=${window.to} group_by=feature`
        : `ai_usage days=${window.days}`,
    ],
    tickets: [`tickets status=resolved,closed filter=${resolvedFilter(window)} limit=1`],
    sessions: [
      `ai_sessions since=${from}`,
      ...(window.endsToday ? [] : [`ai_sessions since=${to}`]),
      'outcome=handed_off',
    ],
    points: [`csat days=${csatDays(window, today) ?? '–'} include=trend`],
  };
  return (
    <Panel title={texts.title} note={formatUtcDaysAndYears(window)}>
      <dl className="mt-1">
        {(['cost', 'tickets', 'sessions', 'points'] as const).map((key) => (
          <div key={key} className="border-b border-line py-2">
            <dt className="font-medium">{texts.items[key].term}</dt>
            <dd className="text-12 text-ink-2">{texts.items[key].text}</dd>
            <dd className="text-12 text-ink-3">
              {texts.from}{' '}
              {calls[key].map((line) => (
                <code key={line} className="me-2 font-mono text-11 [overflow-wrap:anywhere]">
                  {line}
                </code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

interface ValueParts {
  readonly cost: Part<Cost>;
  readonly resolved: Part<number>;
  readonly sessions: Part<{ readonly total: number; readonly without: number }>;
  readonly points: Part<{ readonly responses: number; readonly points: number }>;
}

interface ValueSheetProps extends TabProps<ValueSearch> {
  readonly parts: ValueParts;
  /** Of the window. */
  readonly unpriced: Unpriced | null;
  readonly window: DayWindow;
  readonly note: string;
}

const sheetTexts = messages.sheet;

/** The money spent, set against what was done in the same days. */
function ValueSheet({ parts, unpriced, search, go, window, note }: ValueSheetProps) {
  const toCalls = useHasReports() ? callsBehind(search) : null;
  const { cost, resolved, sessions, points } = parts;
  const { rows, column } = sheetTexts;
  const lines = [
    line(rows.tickets, resolved, (count) => ({
      divisor: count,
      shown: (
        <Link
          to="/inbox"
          search={{ status: 'resolved,closed', filter: resolvedFilter(window) }}
          aria-label={sheetTexts.showTickets(formatCount(count))}
          className={FIGURE_LINK}
        >
          {rows.tickets.counted(formatCount(count))}
        </Link>
      ),
    })),
    line(rows.sessions, sessions, ({ without, total }) => ({
      divisor: without,
      shown: (
        <>
          {rows.sessions.counted(formatCount(without))}{' '}
          <CallsLink
            search={{ ...callsBehind(search), list: 'conversations' }}
            label={sheetTexts.showSessions(formatCount(total))}
          >
            {rows.sessions.of(formatCount(total))}
          </CallsLink>
        </>
      ),
    })),
    line(rows.points, points, ({ points: sum, responses }) => ({
      divisor: sum,
      shown: rows.points.counted(formatCount(sum), formatCount(responses)),
    })),
    { ...rows.handoffs, count: null },
  ];
  return (
    <Panel title={sheetTexts.title} note={note} resource="ai_usage">
      <h3 className="mt-1 text-20 font-semibold text-balance">{leadOf(parts)}</h3>
      <p className="text-ink-2 text-pretty">{sheetTexts.caveat}</p>
      <UnpricedLine
        calls={cost.state === 'known' ? cost.value.unpricedCalls : 0}
        unpriced={unpriced}
        onPrice={(price) => go({ ...search, price })}
      />
      <Table
        caption={sheetTexts.title}
        className="mt-3"
        rows={lines}
        keyOf={({ name }) => name}
        columns={[
          {
            key: 'per',
            head: column.per,
            isRowHead: true,
            className: 'max-w-80',
            cell: ({ name, about }) => (
              <span className="font-medium">
                {name}
                <span className="block text-12 font-normal text-ink-3 max-md:hidden">{about}</span>
              </span>
            ),
          },
          {
            key: 'cost',
            head: column.cost,
            isFigure: true,
            className: 'max-md:whitespace-normal!',
            cell: ({ count }) =>
              count === null ? (
                sheetTexts.none
              ) : (
                <PartCell part={cost}>
                  {({ total }) => (
                    <>
                      <CallsLink search={toCalls} label={sheetTexts.showCalls(formatUsd(fromPico(total)))}>
                        <Usd usd={fromPico(total)} />
                      </CallsLink>
                      <MoreUnpriced usd={unpriced?.cost.usd ?? 0} unpriced={unpriced} />
                    </>
                  )}
                </PartCell>
              ),
          },
          {
            key: 'counted',
            head: column.counted,
            isFigure: true,
            cell: ({ count }) => (
              <div className="whitespace-normal">
                {count === null ? (
                  <span className="text-12 text-ink-3 max-md:hidden">{rows.handoffs.counted}</span>
                ) : (
                  <PartCell part={count}>
                    {({ divisor, shown }) => (
                      <>
                        {shown}
                        {divisor > 0 ? null : <span className="block text-12 text-ink-3">{sheetTexts.why.zero}</span>}
                      </>
                    )}
                  </PartCell>
                )}
              </div>
            ),
          },
          {
            key: 'one',
            head: column.one,
            isFigure: true,
            cell: ({ count }) => <CostPer cost={cost} count={count} unpriced={unpriced} />,
          },
        ]}
      />
    </Panel>
  );
}

interface Counted {
  /** The cost is divided by it. */
  readonly divisor: number;
  readonly shown: ReactNode;
}

interface Line {
  readonly name: string;
  readonly about: string;
  /** Null where it cannot be counted. */
  readonly count: Part<Counted> | null;
}

function line<Value>(
  { name, about }: Pick<Line, 'name' | 'about'>,
  part: Part<Value>,
  countedOf: (value: Value) => Counted,
): Line {
  return { name, about, count: part.state === 'known' ? { ...part, value: countedOf(part.value) } : part };
}

function leadOf({ cost, resolved }: ValueParts): string {
  if (cost.state !== 'known' || resolved.state === 'loading') return sheetTexts.leadLoading;
  const per = resolved.state === 'known' ? costPer(cost.value.total, resolved.value) : null;
  return per === null ? sheetTexts.leadNone(formatUsd(fromPico(cost.value.total))) : sheetTexts.lead(formatUsd(per));
}

interface CostPerProps {
  readonly cost: Part<Cost>;
  readonly count: Part<Counted> | null;
  readonly unpriced: Unpriced | null;
}

function CostPer({ cost, count, unpriced }: CostPerProps) {
  if (count !== null && (cost.state === 'loading' || count.state === 'loading')) {
    return <Skeleton className="ms-auto h-5 w-14" />;
  }
  const [total, divisor] =
    cost.state === 'known' && count?.state === 'known' ? [cost.value.total, count.value.divisor] : [0n, 0];
  const per = costPer(total, divisor);
  const perWith = unpriced === null ? null : costPer(total + toPico(unpriced.cost.usd), divisor);
  return (
    <>
      <div className="text-20 font-semibold">
        {per === null ? (
          <>
            {sheetTexts.none}{' '}
            <span className="text-12 font-normal text-ink-3 max-md:block">{sheetTexts.noBaseline}</span>
          </>
        ) : (
          <Usd usd={per} />
        )}
      </div>
      {perWith === null || perWith === per ? null : (
        <div className="text-12 text-warn-text">{unpricedTexts.together(formatUsd(perWith))}</div>
      )}
    </>
  );
}

interface PartCellProps<Value> {
  readonly part: Part<Value>;
  readonly children: (value: Value) => ReactNode;
}

/** One figure of the sheet in each of its states, so that one failing call leaves the others standing. */
function PartCell<Value>({ part, children }: PartCellProps<Value>) {
  if (part.state === 'known') return children(part.value);
  if (part.state === 'loading') return <Skeleton className="ms-auto h-2.5 w-20" />;
  return (
    <span className="text-12 text-ink-3">
      {sheetTexts.why[part.why]}
      {part.retry === null ? null : (
        <Button size="sm" className="ms-2" onClick={part.retry}>
          {sheetTexts.retry}
        </Button>
      )}
    </span>
  );
}
