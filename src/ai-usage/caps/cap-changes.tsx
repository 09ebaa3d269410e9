import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AiCap } from '#contract/ai-names.ts';
import { listAiCapChanges, type AiCapChange } from '#contract/ai-reports.ts';
import { reportOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { formatCount } from '#src/format/number.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Table } from '#src/ui/table.tsx';
import { amountOf, formatCap, formatStamp } from './cap-amounts.ts';
import { messages } from './messages.ts';

const texts = messages.changes;
const FIRST = 4;

/** The history of the caps: who changed them, when, from what to what. */
export function CapChanges() {
  const [isAll, setAll] = useState(false);
  const first = useQuery(reportOptions(listAiCapChanges, { limit: FIRST }));
  const all = useQuery({ ...wholeReportOptions(listAiCapChanges), enabled: isAll });
  return (
    <Panel title={texts.title}>
      <QueryState query={first} name={texts.title} rows={FIRST}>
        {({ items, total_count: total }) => {
          const changes = all.data ?? items;
          if (changes.length === 0) return <p className="mt-2 text-12 text-ink-3">{texts.none}</p>;
          return (
            <>
              <ChangesTable changes={changes} />
              {changes.length < total ? (
                <Button
                  size="sm"
                  variant="ghost"
                  className="mt-2"
                  busy={all.isFetching}
                  onClick={() => (isAll ? void all.refetch() : setAll(true))}
                >
                  {texts.all(formatCount(total))}
                </Button>
              ) : null}
            </>
          );
        }}
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
