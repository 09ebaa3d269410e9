import { listAiUsage } from '#contract/ai-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { usageOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { DEFAULT_DAYS } from '#src/ai-usage/search.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';

/** What a hard budget means for models without a price, and which they are. */
export function UnpricedNote({ hasReports }: { readonly hasReports: boolean }) {
  const { data: rows } = useQuery({ ...wholeReportOptions(listAiUsage, { group_by: ['model'] }), enabled: hasReports });
  const { data: usage } = useQuery({ ...usageOptions(DEFAULT_DAYS), enabled: !hasReports });
  const names = (rows ?? []).filter(({ unpriced_calls }) => unpriced_calls > 0).map(({ model }) => model ?? '');
  const calls = usage?.summary.unpriced_calls_month ?? 0;
  const who =
    names.length > 0
      ? messages.unpriced.names(names.join(', '))
      : calls > 0
        ? messages.unpriced.count(calls, formatCount(calls))
        : null;
  return (
    <p className="mt-1 text-12 text-warn-text text-pretty [overflow-wrap:anywhere]">
      {messages.unpriced.rule} {who}
    </p>
  );
}
