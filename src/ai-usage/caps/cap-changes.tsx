import { listAiCapChanges } from '#contract/ai-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './back-test-messages.ts';
import { formatStamp } from './cap-amount.ts';
import { changesOf, type CapChange } from './cap-history.ts';

const texts = messages.changes;
const FIRST = 6;

/** Who changed the caps, when, from what to what. */
export function CapChanges({ hasReports }: { readonly hasReports: boolean }) {
  const [isAll, setAll] = useState(false);
  const first = useQuery({ ...reportOptions(listAiCapChanges, { limit: FIRST }), enabled: hasReports });
  const all = useQuery({ ...wholeReportOptions(listAiCapChanges), enabled: isAll });
  return (
    <Panel title={texts.title} resource="ai_reports">
      {hasReports ? (
        <QueryState query={first} name={texts.title} rows={FIRST}>
          {({ items, total_count }) => (
            <Listed
              changes={changesOf(all.data ?? items)}
              total={total_count}
              onAll={() => (isAll ? void all.refetch() : setAll(true))}
              isLoadingAll={all.isFetching}
            />
          )}
        </QueryState>
      ) : (
        <p className="mt-2 text-12 text-ink-3">{texts.noHistory}</p>
      )}
    </Panel>
  );
}

interface ListedProps {
  readonly changes: readonly CapChange[];
  readonly total: number;
  readonly onAll: () => void;
  readonly isLoadingAll: boolean;
}

function Listed({ changes, total, onAll, isLoadingAll }: ListedProps) {
  if (changes.length === 0) return <p className="mt-2 text-12 text-ink-3">{texts.none}</p>;
  return (
    <>
      <table className="mt-1 w-full text-12">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.when}</th>
            <th scope="col">{texts.who}</th>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.change}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, utc, who, cap, from, to }) => (
            <tr key={key} className="border-b border-line">
              <td className="py-2 pe-2 whitespace-nowrap text-ink-3 tabular-nums">
                <time dateTime={utc}>{formatStamp(utc)}</time>
              </td>
              <td className="py-2 pe-2 text-ink-2 [overflow-wrap:anywhere]">{who}</td>
              <td className="py-2 pe-2">{texts.cap[cap]}</td>
              <td className="py-2 text-end tabular-nums">
                <span className="text-ink-3">{from}</span> → <span className="font-medium">{to}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length < total ? (
        <Button size="sm" variant="ghost" className="mt-2" busy={isLoadingAll} onClick={onAll}>
          {texts.all(formatCount(total))}
        </Button>
      ) : null}
    </>
  );
}
