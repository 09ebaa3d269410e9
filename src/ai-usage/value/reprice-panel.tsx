import { listAiPrices, listAiUsage } from '#contract/ai-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { lastMonth, monthWindow } from '#src/ai-usage/figures/value-month.ts';
import { reprice, type TokenPrice } from '#src/ai-usage/figures/reprice.ts';
import { messages as pageMessages } from '#src/ai-usage/messages.ts';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import type { AiSearch } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { addDays, windowOf } from '#src/ai-usage/usage-window.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDate } from '#src/format/utc-day.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { OwnPriceForm } from './own-price-form.tsx';
import { RepriceTable } from './reprice-table.tsx';
import { messages } from './value-messages.ts';

interface RepricePanelProps extends Pick<TabProps, 'search' | 'go'> {
  /** The UTC date. */
  readonly today: string;
}

const texts = messages.prices;

/** What the tokens of a month, or of the days of the page, would have cost at other prices. */
export function RepricePanel({ search, go, today }: RepricePanelProps) {
  const month = monthWindow(lastMonth(today), today);
  const window = search.reprice === 'window' || month === null ? windowOf(search, today) : month;
  const traffic = useQuery(
    wholeReportOptions(listAiUsage, { from: window.from, to: window.to, group_by: ['feature', 'model'] }),
  );
  const prices = useQuery(wholeReportOptions(listAiPrices));
  const range = pageMessages.utcDays(formatUtcDate(window.from), formatUtcDate(addDays(window.to, -1)));
  return (
    <Panel
      title={texts.title}
      note={texts.note(range)}
      resource="ai_reports"
      actions={
        <Segmented
          label={texts.window}
          value={search.reprice ?? 'month'}
          options={[
            { value: 'month', label: texts.lastMonth },
            { value: 'window', label: texts.thisWindow },
          ]}
          onChange={(value) => go({ ...search, reprice: value === 'window' ? value : undefined }, { replace: true })}
        />
      }
    >
      <QueryState query={prices} name={texts.title} rows={5}>
        {(list) => (
          <QueryState query={traffic} name={texts.title} rows={5}>
            {(rows) => {
              const compared = reprice(rows, [
                ...list.map(({ model, ...usd }) => ({ name: model, ...usd })),
                ...ownPrice(search),
              ]);
              if (rows.every(({ calls }) => calls === 0)) return <p className="mt-2 text-ink-3">{texts.empty}</p>;
              return (
                <>
                  {list.length === 0 ? <p className="mt-2 text-12 text-ink-2">{texts.noPrices}</p> : null}
                  <RepriceTable compared={compared} window={window} />
                  {compared.unpriced.length === 0 ? null : (
                    <p className="mt-2 text-12 text-warn-text [overflow-wrap:anywhere]">
                      {texts.unpriced(
                        compared.unpriced
                          .map(({ model, calls }) => texts.unpricedModel(model, formatCount(calls)))
                          .join(', '),
                      )}
                    </p>
                  )}
                </>
              );
            }}
          </QueryState>
        )}
      </QueryState>
      <p className="mt-2 text-12 text-ink-3 text-pretty">{texts.caveat}</p>
      <OwnPriceForm key={`${search.price_in} ${search.price_out}`} search={search} go={go} />
    </Panel>
  );
}

function ownPrice({ price_in: input, price_out: output }: AiSearch): readonly TokenPrice[] {
  if (input === undefined || output === undefined) return [];
  return [{ name: texts.own, input_usd: Number(input), output_usd: Number(output) }];
}
