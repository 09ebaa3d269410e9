import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callsSearch } from '#src/ai-usage/calls/calls-filters.ts';
import { CELL, FIGURE_LINK, HEAD, NUMBER } from '#src/ai-usage/figure-class.ts';
import { costPer, resolvedFilter } from '#src/ai-usage/figures/value-figures.ts';
import { fromPico } from '#src/ai-usage/figures/value-usd.ts';
import { Panel } from '#src/panels/panel.tsx';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './value-messages.ts';
import type { Cost, Part } from './value-queries.ts';

export interface ValueParts {
  readonly cost: Part<Cost>;
  readonly resolved: Part<number>;
  readonly sessions: Part<{ readonly total: number; readonly without: number }>;
  readonly points: Part<{ readonly responses: number; readonly points: number }>;
}

interface ValueSheetProps {
  readonly parts: ValueParts;
  readonly search: AiSearch;
  readonly window: UsageWindow;
  readonly note: string;
  /** The calls can be listed. */
  readonly hasReports: boolean;
  readonly actions: ReactNode;
}

const texts = messages.sheet;

/** What was spent, set against what was done in the same days. */
export function ValueSheet({ parts, search, window, note, hasReports, actions }: ValueSheetProps) {
  const { cost, resolved, sessions, points } = parts;
  const toCalls = hasReports ? callsSearch(search) : null;
  const { tickets: ticketTexts, sessions: sessionTexts, points: pointTexts, handoffs } = texts.rows;
  return (
    <Panel title={texts.title} note={note} resource="ai_usage" actions={actions}>
      <h3 className="mt-1 text-20 font-semibold text-balance">{leadOf(parts)}</h3>
      <p className="text-ink-2 text-pretty">{texts.caveat}</p>
      <div className="mt-3 overflow-x-auto">
        <table className="w-full border-collapse">
          <caption className="sr-only">{texts.title}</caption>
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={`${HEAD} ps-0 text-start`}>
                {texts.column.per}
              </th>
              <th scope="col" className={`${HEAD} text-end max-md:whitespace-normal`}>
                {texts.column.cost}
              </th>
              <th scope="col" className={`${HEAD} text-end`}>
                {texts.column.counted}
              </th>
              <th scope="col" className={`${HEAD} text-end`}>
                {texts.column.one}
              </th>
            </tr>
          </thead>
          <tbody>
            <Row
              name={ticketTexts.name}
              about={ticketTexts.about}
              toCalls={toCalls}
              cost={cost}
              count={resolved}
              divisor={(count) => count}
              counted={(count) => (
                <Link
                  to="/inbox"
                  search={{ status: 'resolved,closed', filter: resolvedFilter(window) }}
                  aria-label={texts.showTickets(formatCount(count))}
                  className={FIGURE_LINK}
                >
                  {ticketTexts.counted(formatCount(count))}
                </Link>
              )}
            />
            <Row
              name={sessionTexts.name}
              about={sessionTexts.about}
              toCalls={toCalls}
              cost={cost}
              count={sessions}
              divisor={({ without }) => without}
              counted={({ without, total }) => (
                <>
                  {sessionTexts.counted(formatCount(without))}{' '}
                  <Link
                    to="/ai/usage"
                    search={{ ...callsSearch(search), list: 'conversations' }}
                    aria-label={texts.showSessions(formatCount(total))}
                    className={FIGURE_LINK}
                  >
                    {sessionTexts.of(formatCount(total))}
                  </Link>
                </>
              )}
            />
            <Row
              name={pointTexts.name}
              about={pointTexts.about}
              toCalls={toCalls}
              cost={cost}
              count={points}
              divisor={(sum) => sum.points}
              counted={(sum) => pointTexts.counted(formatCount(sum.points), formatCount(sum.responses))}
            />
            <tr className="border-b border-line">
              <RowHead name={handoffs.name} about={handoffs.about} />
              <td className={NUMBER}>{texts.none}</td>
              <td className={`${CELL} text-end text-12 text-ink-3`}>
                <span className="max-md:hidden">{handoffs.counted}</span>
              </td>
              <NoBaseline />
            </tr>
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function leadOf({ cost, resolved }: ValueParts): string {
  if (cost.state !== 'known' || resolved.state === 'loading') return texts.leadLoading;
  const per = resolved.state === 'known' ? costPer(cost.value.total, resolved.value) : null;
  return per === null ? texts.leadNone(formatUsd(fromPico(cost.value.total))) : texts.lead(formatUsd(per));
}

interface RowProps<Value> {
  readonly name: string;
  readonly about: string;
  /** The calls behind the cost; null where they cannot be listed. */
  readonly toCalls: AiSearch | null;
  readonly cost: Part<Cost>;
  readonly count: Part<Value>;
  readonly divisor: (value: Value) => number;
  readonly counted: (value: Value) => ReactNode;
}

function Row<Value>({ name, about, toCalls, cost, count, divisor, counted }: RowProps<Value>) {
  const number = count.state === 'known' ? divisor(count.value) : null;
  const per = cost.state === 'known' && number !== null ? costPer(cost.value.total, number) : null;
  const isLoading = cost.state === 'loading' || count.state === 'loading';
  return (
    <tr className="border-b border-line">
      <RowHead name={name} about={about} />
      <td className={NUMBER}>
        <PartCell part={cost}>
          {({ total }) =>
            toCalls === null ? (
              <Usd usd={fromPico(total)} />
            ) : (
              <Link
                to="/ai/usage"
                search={toCalls}
                aria-label={texts.showCalls(formatUsd(fromPico(total)))}
                className={FIGURE_LINK}
              >
                <Usd usd={fromPico(total)} />
              </Link>
            )
          }
        </PartCell>
      </td>
      <td className={`${CELL} text-end tabular-nums`}>
        <PartCell part={count}>
          {(value) => (
            <>
              {counted(value)}
              {divisor(value) > 0 ? null : <span className="block text-12 text-ink-3">{texts.why.zero}</span>}
            </>
          )}
        </PartCell>
      </td>
      {per !== null ? (
        <td className={`${NUMBER} text-20 font-semibold`}>
          <Usd usd={per} />
        </td>
      ) : isLoading ? (
        <td className={NUMBER}>
          <Skeleton className="ms-auto h-5 w-14" />
        </td>
      ) : (
        <NoBaseline />
      )}
    </tr>
  );
}

function RowHead({ name, about }: { readonly name: string; readonly about: string }) {
  return (
    <th scope="row" className={`${CELL} max-w-80 ps-0 text-start font-medium`}>
      {name}
      <span className="block text-12 font-normal text-ink-3 max-md:hidden">{about}</span>
    </th>
  );
}

function NoBaseline() {
  return (
    <td className={`${NUMBER} text-20 font-semibold`}>
      {texts.none} <span className="text-12 font-normal text-ink-3 max-md:block">{texts.noBaseline}</span>
    </td>
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
      {texts.why[part.why]}
      {part.retry === null ? null : (
        <Button size="sm" className="ms-2" onClick={part.retry}>
          {texts.retry}
        </Button>
      )}
    </span>
  );
}
