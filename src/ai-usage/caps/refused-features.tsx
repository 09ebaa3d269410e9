import { useQuery } from '@tanstack/react-query';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { refusedByFeature, type HitDay } from '#src/ai-usage/figures/back-test.ts';
import { sumUsd } from '#src/ai-usage/figures/sum-usd.ts';
import { messages as shared } from '#src/ai-usage/messages.ts';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './back-test-messages.ts';

interface RefusedFeaturesProps {
  readonly hits: readonly HitDay[];
  readonly window: UsageWindow;
  readonly hasReports: boolean;
}

const texts = messages.byFeature;

/** Whose calls a tried cap would have refused. */
export function RefusedFeatures({ hits, window, hasReports }: RefusedFeaturesProps) {
  const { from, to } = window;
  const query = useQuery({
    ...wholeReportOptions('usage', { group_by: ['day', 'feature'], from, to }),
    enabled: hasReports && hits.length > 0,
  });
  return (
    <Panel title={texts.title} note={texts.note} resource="ai_reports">
      {hits.length === 0 ? (
        <p className="mt-2 text-12 text-ink-3">{texts.none}</p>
      ) : hasReports ? (
        <QueryState query={query} name={texts.title} rows={4}>
          {(rows) => <Rows rows={rows} hits={hits} />}
        </QueryState>
      ) : (
        <p className="mt-2 text-12 text-ink-3">{shared.notProvidedText}</p>
      )}
      <p className="mt-2 text-12 text-ink-3 text-pretty">{texts.only}</p>
    </Panel>
  );
}

function Rows({ rows, hits }: Pick<RefusedFeaturesProps, 'hits'> & { readonly rows: readonly AiUsageRow[] }) {
  const features = refusedByFeature(rows, hits);
  const total = features.reduce((sum, { refusedCalls }) => sum + refusedCalls, 0);
  const unspent = sumUsd(features.map(({ unspentUsd }) => unspentUsd));
  return (
    <table className="mt-1 w-full tabular-nums">
      <caption className="sr-only">{texts.caption}</caption>
      <thead>
        <tr className="border-b border-line text-12 text-ink-3">
          <th scope="col" className="py-1.5 text-start font-normal">
            {texts.feature}
          </th>
          <th scope="col" className="py-1.5 text-end font-normal">
            {texts.calls}
          </th>
          <th scope="col" className="py-1.5 text-end font-normal">
            {texts.usd}
          </th>
        </tr>
      </thead>
      <tbody>
        {features.map(({ feature, refusedCalls, unspentUsd }) => (
          <tr key={feature} className="border-b border-line">
            <th scope="row" className="py-1.5 text-start font-normal">
              {feature}
            </th>
            <td className="py-1.5 text-end">{messages.try.about(formatCount(Math.round(refusedCalls)))}</td>
            <td className="py-1.5 text-end">{messages.try.about(formatUsd(unspentUsd))}</td>
          </tr>
        ))}
        <tr className="font-medium">
          <th scope="row" className="py-1.5 text-start font-medium">
            {texts.total}
          </th>
          <td className="py-1.5 text-end">{messages.try.about(formatCount(Math.round(total)))}</td>
          <td className="py-1.5 text-end">{messages.try.about(formatUsd(unspent))}</td>
        </tr>
      </tbody>
    </table>
  );
}
