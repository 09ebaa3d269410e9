import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { callCosts, type CallCosts, type DayPart } from '#src/ai-usage/figures/call-costs.ts';
import { UnpricedLine } from '#src/ai-usage/unpriced/unpriced-line.tsx';
import type { Unpriced } from '#src/ai-usage/unpriced/use-unpriced.ts';
import { addDays } from '#src/format/days.ts';
import { formatExactUsd } from '#src/format/money.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { Panel } from '#src/panels/panel.tsx';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { PRINTED_TABLE } from './print-class.ts';
import type { ShownWindow, WindowFigures } from './window-figures.ts';

interface CallCostPanelProps {
  readonly window: ShownWindow;
  readonly figures: WindowFigures;
  /** Of the window. */
  readonly unpriced: Unpriced | null;
}

const texts = messages.callCost;
/** Calls cost fractions of a cent. */
const perCallUsd = new Intl.NumberFormat(formatLocale(), { maximumSignificantDigits: 3 });
const times = new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

type Row = CallCosts['features'][number];

/** What one call of each feature cost over the shown days: which of them got dearer. Its links take long to draw. */
export const CallCostPanel = memo(function CallCostPanel({ window, figures, unpriced }: CallCostPanelProps) {
  const { parts, features } = callCosts(figures.days);
  if (features.length === 0) return null;
  return (
    <Panel title={texts.title} note={formatUtcDays(window)} resource="ai_reports">
      <Table
        caption={texts.title}
        className={`mt-1 ${PRINTED_TABLE}`}
        rows={features}
        keyOf={({ feature }) => feature}
        columns={[
          { key: 'feature', head: messages.feature.columns.feature, isRowHead: true, cell: ({ feature }) => feature },
          ...parts.map((part, at) => ({
            key: part.first,
            head: partText(part),
            isFigure: true,
            cell: ({ feature, perCall }: Row) => <PartCost feature={feature} part={part} usd={perCall[at] ?? null} />,
          })),
          {
            key: 'change',
            head: texts.change,
            isFigure: true,
            className: 'font-medium!',
            cell: ({ factor }) => (factor === null ? messages.feature.none : texts.times(times.format(factor))),
          },
        ]}
      />
      <UnpricedLine calls={figures.total.details?.unpricedCalls ?? 0} unpriced={unpriced} />
    </Panel>
  );
});

/** It leads to the calls of these days, the dearest first. */
function PartCost({
  feature,
  part,
  usd,
}: {
  readonly feature: string;
  readonly part: DayPart;
  readonly usd: number | null;
}) {
  if (usd === null) return messages.feature.none;
  return (
    <Link
      to="/ai/usage/calls"
      search={{ from: part.first, to: addDays(part.last, 1), feature, order: 'cost' }}
      title={formatExactUsd(usd)}
      aria-label={texts.calls(feature, partText(part))}
      className="hit relative text-inherit hover:underline"
    >
      {texts.usd(perCallUsd.format(usd))}
    </Link>
  );
}

function partText({ first, last }: DayPart): string {
  return first === last ? formatUtcDay(first) : messages.period.days(formatUtcDay(first), formatUtcDay(last));
}
