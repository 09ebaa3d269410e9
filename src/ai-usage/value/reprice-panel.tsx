import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { listAiPrices, listAiUsage } from '#contract/ai-reports.ts';
import { CallsLink, Usd } from '#src/ai-usage/figure-cells.tsx';
import {
  reprice,
  type RepricedTraffic,
  type Repricing,
  type TokenPrice,
  writesText,
} from '#src/ai-usage/figures/reprice.ts';
import { fromPico } from '#contract/usd.ts';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import { isPrice, type TabProps, type ValueSearch } from '#src/ai-usage/search.ts';
import { formatPercent } from '#src/format/compact.ts';
import { previousMonth } from '#src/format/days.ts';
import { formatExactUsd, formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { numberText, readNumber } from '#src/format/typed-number.ts';
import { fieldOf } from '#src/forms/field.tsx';
import { NumberField, numberProblem } from '#src/forms/number-field.tsx';
import { type DayWindow, monthWindow, windowOf } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { Button } from '#src/ui/button.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';

interface RepricePanelProps extends TabProps<ValueSearch> {
  /** The UTC date. */
  readonly today: string;
}

const texts = messages.prices;
/** USD per million tokens: below a million, see `isPrice`. */
const MAX_PRICE = 999_999;

/** The tokens of a month, or of the days of the page, at other prices. */
export function RepricePanel({ search, go, today }: RepricePanelProps) {
  const month = monthWindow(previousMonth(today), today);
  const window = search.reprice === 'window' || month === null ? windowOf(search, today) : month;
  const { from, to } = window;
  const traffic = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['feature', 'model'] }));
  const prices = useQuery(wholeReportOptions(listAiPrices));
  return (
    <Panel
      title={texts.title}
      note={texts.note(formatUtcDaysAndYears(window))}
      resource="ai_reports"
      actions={
        <Segmented
          label={texts.window}
          value={search.reprice ?? 'month'}
          options={[
            { value: 'month', label: texts.lastMonth },
            { value: 'window', label: texts.thisWindow },
          ]}
          onChange={(value) => go({ ...search, reprice: value === 'window' ? value : undefined })}
        />
      }
    >
      <QueryState query={prices} name={texts.title} rows={5}>
        {(list) => (
          <QueryState query={traffic} name={texts.title} rows={5}>
            {(rows) => {
              if (rows.every(({ calls }) => calls === 0)) return <p className="mt-2 text-ink-3">{texts.empty}</p>;
              const known = list.filter(writesText).map(({ model, ...usd }) => ({ name: model, ...usd }));
              const compared = reprice(rows, [...known, ...ownPrice(search)]);
              const unpriced = compared.unpriced.map(({ model, calls }) =>
                texts.unpricedModel(model, formatCount(calls)),
              );
              return (
                <>
                  {list.length === 0 ? <p className="mt-2 text-12 text-ink-2">{texts.noPrices}</p> : null}
                  <RepriceTable compared={compared} window={window} />
                  {unpriced.length === 0 ? null : (
                    <p className="mt-2 text-12 text-warn-text [overflow-wrap:anywhere]">
                      {texts.unpriced(unpriced.join(', '))}
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

function ownPrice({ price_in: input, price_out: output }: ValueSearch): readonly TokenPrice[] {
  if (input === undefined || output === undefined) return [];
  return [{ name: texts.own, input_usd: Number(input), output_usd: Number(output) }];
}

interface RepriceTableProps {
  readonly compared: Repricing;
  /** The days of the tokens. */
  readonly window: DayWindow;
}

/** A line for each price list: its total, how it differs from what was paid, and each feature. */
function RepriceTable({ compared: { features, paid, others }, window }: RepriceTableProps) {
  const { column } = texts;
  const lines = [{ ...paid, repriced: null }, ...others.map((repriced) => ({ ...repriced, repriced }))];
  const none = <span className="text-ink-3">–</span>;
  return (
    <Table
      caption={texts.caption}
      className="mt-1"
      rows={lines}
      keyOf={({ repriced }) => repriced?.price.name ?? ''}
      columns={[
        {
          key: 'model',
          head: column.model,
          isRowHead: true,
          className: '[overflow-wrap:anywhere]',
          cell: ({ repriced }) => repriced?.price.name ?? <span className="font-medium">{texts.paid}</span>,
        },
        {
          key: 'total',
          head: column.total,
          isFigure: true,
          className: 'font-medium!',
          cell: ({ total, repriced }) => (
            <CallsLink
              search={repriced === null ? { from: window.from, to: window.to } : null}
              label={messages.sheet.showCalls(formatUsd(fromPico(total)))}
            >
              <Usd usd={fromPico(total)} />
            </CallsLink>
          ),
        },
        {
          key: 'difference',
          head: column.difference,
          isFigure: true,
          cell: ({ repriced }) => (repriced === null ? none : differenceText(repriced)),
        },
        {
          key: 'perMillion',
          head: column.perMillion,
          isFigure: true,
          cell: ({ repriced }) =>
            repriced === null ? none : <span className="text-ink-2">{priceText(repriced.price)}</span>,
        },
        ...features.map((feature) => ({
          key: feature,
          head: feature,
          isFigure: true,
          cell: ({ byFeature }: (typeof lines)[number]) => (
            <span className="text-ink-2">
              <Usd usd={fromPico(byFeature.get(feature) ?? 0n)} />
            </span>
          ),
        })),
      ]}
    />
  );
}

function priceText({ input_usd, output_usd }: TokenPrice): string {
  return texts.perMillion(formatUsd(input_usd), formatUsd(output_usd));
}

/** "−$5.36, −90.7 %". The share is left out where nothing was paid. */
function differenceText({ difference, differenceShare: share }: RepricedTraffic): string {
  if (difference === 0n) return texts.equal;
  const sign = difference > 0n ? '+' : '−';
  const usd = formatUsd(Math.abs(fromPico(difference)));
  return [usd, share === null ? [] : formatPercent(Math.abs(share))]
    .flat()
    .map((amount) => sign + amount)
    .join(', ');
}

/** A price that no model of the list has; it is in the address and nowhere else. */
function OwnPriceForm({ search, go }: TabProps<ValueSearch>) {
  const form = useForm({
    defaultValues: { price_in: fieldText(search.price_in), price_out: fieldText(search.price_out) },
  });
  const [input, output] = useWatch({ control: form.control, name: ['price_in', 'price_out'] });
  const hasOwn = search.price_in !== undefined && search.price_out !== undefined;
  const compare = form.handleSubmit(({ price_in, price_out }) =>
    go({ ...search, price_in: readPrice(price_in) ?? undefined, price_out: readPrice(price_out) ?? undefined }),
  );
  const field = (name: 'price_in' | 'price_out', text: string) => {
    const price = readPrice(text);
    return {
      ...fieldOf(form, name, { validate: priceProblem }),
      kind: 'money' as const,
      echo: price === null ? null : texts.form.echo(formatExactUsd(Number(price))),
      className: 'w-56',
    };
  };
  return (
    <form
      aria-label={texts.form.title}
      noValidate
      className="mt-3 flex flex-wrap items-start gap-2"
      onSubmit={(event) => void compare(event)}
    >
      <NumberField label={texts.form.input} {...field('price_in', input)} />
      <NumberField label={texts.form.output} {...field('price_out', output)} />
      <div className="flex gap-2 pt-5">
        <Button type="submit">{texts.form.submit}</Button>
        {hasOwn ? (
          <Button variant="ghost" onClick={() => go({ ...search, price_in: undefined, price_out: undefined })}>
            {texts.form.clear}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function fieldText(price: string | undefined): string {
  return price === undefined ? '' : numberText(Number(price), 'money');
}

/** What was typed as the address has it; null where it is no price. */
function readPrice(text: string): string | null {
  const read = readNumber(text, 'money');
  return read.kind === 'number' && isPrice(read.plain) ? read.plain : null;
}

function priceProblem(text: string): string | undefined {
  if (readPrice(text) !== null) return undefined;
  const range = texts.form.range(numberText(MAX_PRICE, 'money'));
  return numberProblem(text, 'money', range) ?? range;
}
