import { useQuery } from '@tanstack/react-query';
import type { AiCap } from '#contract/ai-names.ts';
import { listAiCapChanges, type AiCapChange } from '#contract/ai-reports.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { HistoryLink } from '#src/panels/history-link.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Table } from '#src/ui/table.tsx';
import { amountOf, formatCap, formatStamp } from './cap-amounts.ts';
import { messages } from './messages.ts';

const texts = messages.changes;
const SHOWN = 8;

/** The last changes of the caps: who, when, from what to what. The audit log has all. */
export function CapChanges() {
  const query = useQuery(reportOptions(listAiCapChanges, { limit: SHOWN }));
  const { site_id: siteId } = useWhoami();
  return (
    <Panel title={texts.title} actions={<HistoryLink type="ai_limits" id={siteId} />}>
      <QueryState query={query} name={texts.title} rows={SHOWN}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mt-2 text-12 text-ink-3">{texts.none}</p>
          ) : (
            <ChangesTable changes={items} />
          )
        }
      </QueryState>
    </Panel>
  );
}

function ChangesTable({ changes }: { readonly changes: readonly AiCapChange[] }) {
  return (
    <Table
      caption={texts.caption}
      isHeadHidden
      className="mt-1 text-12"
      rows={changes}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          key: 'when',
          head: texts.when,
          className: 'whitespace-nowrap text-ink-3 tabular-nums',
          cell: ({ created_utc: utc }) => <time dateTime={utc}>{formatStamp(utc)}</time>,
        },
        {
          key: 'who',
          head: texts.who,
          className: 'text-ink-2 [overflow-wrap:anywhere]',
          cell: ({ actor }) => <AddressText text={actor} />,
        },
        { key: 'what', head: texts.what, cell: ({ cap }) => messages.name[cap] },
        {
          key: 'change',
          head: texts.change,
          className: 'text-end tabular-nums',
          cell: ({ cap, from, to }) => (
            <>
              <span className="text-ink-3">{changedText(cap, from)}</span> →{' '}
              <span className="font-medium">{changedText(cap, to)}</span>
            </>
          ),
        },
      ]}
    />
  );
}

/** A value of the history, which has amounts as decimal texts; null is no cap. */
export function changedText(cap: AiCap | 'action', value: string | null): string {
  if (cap === 'action') return value ?? texts.noAction;
  if (value === null) return formatCap(cap, null);
  const amount = amountOf(cap, value);
  return amount === null ? value : formatCap(cap, amount);
}
