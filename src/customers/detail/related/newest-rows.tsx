import type { ReactNode } from 'react';
import { CustomerPanel, Nothing } from '#src/customers/detail/panel.tsx';
import { QueryState, type Asked } from '#src/panels/panel.tsx';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';

/** So many rows of each kind stand on the page. */
export const SHOWN = 5;

interface NewestRowsProps<Row> {
  readonly texts: { readonly title: string; readonly name: string; readonly empty: string };
  readonly resource: string;
  readonly query: Asked<{ readonly items: readonly Row[]; readonly total_count: number }>;
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** The newest of what belongs to a customer, and how much there is of it in all. */
export function NewestRows<Row>({ texts, resource, query, keyOf, children }: NewestRowsProps<Row>) {
  const total = query.data?.total_count ?? 0;
  return (
    <CustomerPanel
      title={texts.title}
      note={total > SHOWN ? messages.newest(formatCount(SHOWN), formatCount(total)) : query.data && formatCount(total)}
      resource={resource}
    >
      <QueryState query={query} name={texts.name} rows={1}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing>{texts.empty}</Nothing>
          ) : (
            <ul aria-label={texts.title}>
              {items.map((row) => (
                <li
                  key={keyOf(row)}
                  className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line py-1"
                >
                  {children(row)}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </CustomerPanel>
  );
}
