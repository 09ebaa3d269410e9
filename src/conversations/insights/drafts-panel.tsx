import { useQuery } from '@tanstack/react-query';
import { paintOf } from '#src/charts/chart-colours.tsx';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { type DayWindow, formatZoneDays } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { ShareBar } from '#src/ui/meter.tsx';
import { messages } from './messages.ts';
import { draftsOptions } from './queries.ts';

const texts = messages.drafts;

/** How agents used the copilot's drafts. */
export function DraftsPanel({ window }: { readonly window: DayWindow }) {
  const query = useQuery(draftsOptions(window));
  return (
    <Panel title={texts.title} note={formatZoneDays(window, 'UTC')}>
      <QueryState query={query} name={texts.title} rows={4}>
        {({ drafts, as_is, edited, discarded }) => {
          const settled = as_is + edited + discarded;
          const counts = { as_is, edited, discarded, open: drafts - settled };
          const [asIs, changed, thrown, open] = Object.values(counts).map(formatCount);
          if (drafts === 0) return <p className="mt-1 text-ink-3">{texts.empty}</p>;
          return (
            <>
              <p className="mt-1 mb-2 tabular-nums">
                {settled === 0
                  ? texts.none
                  : texts.used(
                      formatCount(as_is + edited),
                      formatCount(settled),
                      formatPercent((as_is + edited) / settled),
                    )}
              </p>
              <ShareBar
                label={texts.label(asIs ?? '', changed ?? '', thrown ?? '', open ?? '')}
                segments={SEGMENTS.map(({ key, fill }) => ({
                  key,
                  text: `${texts[key]}, ${formatCount(counts[key])}`,
                  value: counts[key],
                  fill,
                }))}
              />
              <FactList
                className="mt-2"
                facts={SEGMENTS.map(({ key }) => [texts[key], formatCount(counts[key])] as const)}
              />
            </>
          );
        }}
      </QueryState>
    </Panel>
  );
}

const SEGMENTS = [
  { key: 'as_is', fill: paintOf(1) },
  { key: 'edited', fill: paintOf(3) },
  { key: 'discarded', fill: paintOf(2) },
  { key: 'open', fill: paintOf('muted') },
] as const;
