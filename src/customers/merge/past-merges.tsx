import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CustomerMerge } from '#contract/customer-merges.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import type { MergesSearch } from '#src/customers/search.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink, PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, TEXT_LINK } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { pastMessages as messages } from './messages.ts';
import { formatMoved, mergesOptions, namesOf, PAGE } from './queries.ts';
import { UndoDialog } from './undo-merge.tsx';

/** Past merges; each can be undone for 30 days. */
export function PastMergesPage({ search }: { readonly search: MergesSearch }) {
  const { identity, skip } = search;
  const query = useQuery(mergesOptions(search));
  const [asked, setAsked] = useState<CustomerMerge | null>(null);
  const none = <EmptyBlock icon="people" title={messages.none} text={messages.noneText} />;
  return (
    <>
      <PageHeader title={messages.title} lead={<BackLink to="/customers/merge" label={messages.back} />} />
      <PageBody>
        <Panel
          title={identity === undefined ? messages.all : messages.ofCustomer(identity)}
          note={query.data === undefined ? undefined : formatCount(query.data.total_count)}
          actions={
            identity === undefined ? null : (
              <Link to="/customers/merges" activeOptions={{ exact: true }} className={`${TEXT_LINK} text-12`}>
                {messages.showAll}
              </Link>
            )
          }
        >
          <QueryState query={query} name={messages.title} rows={5} rowClass="min-h-[94px]" missing={none}>
            {({ items, total_count: total }) => (
              <>
                {items.length === 0 ? none : null}
                <ul>
                  {items.map((merge) => (
                    <MergeRow key={merge.id} merge={merge} onUndo={() => setAsked(merge)} />
                  ))}
                </ul>
                <Pager
                  label={messages.title}
                  texts={messages}
                  skip={skip}
                  shown={items.length}
                  total={total}
                  size={PAGE}
                  className="pt-3"
                  link={(next, text) => (
                    <Link
                      to="/customers/merges"
                      activeOptions={{ exact: true }}
                      search={{ identity, skip: next }}
                      className={TEXT_LINK}
                    >
                      {text}
                    </Link>
                  )}
                />
              </>
            )}
          </QueryState>
        </Panel>
      </PageBody>
      {asked === null ? null : (
        <UndoDialog
          merge={asked}
          onClose={() => {
            setAsked(null);
            // The button is gone after the undo.
            requestAnimationFrame(() => {
              if (document.activeElement === document.body)
                document.querySelector<HTMLElement>(`[data-merge="${asked.id}"] h3`)?.focus();
            });
          }}
        />
      )}
    </>
  );
}

interface MergeRowProps {
  readonly merge: CustomerMerge;
  readonly onUndo: () => void;
}

/** One merge: the two customers, what moved, by whom and when, and how long it can be undone. */
function MergeRow({ merge, onUndo }: MergeRowProps) {
  const { reason } = useWriteAccess('customers:write');
  const zone = useDisplayZone();
  const now = useNow();
  const { from, into } = namesOf(merge);
  const title = messages.merged(from, into);
  const moved = formatMoved(merge.moved);
  const { undone_utc: undoneAt, undo_until_utc: until } = merge;
  const isOver = Date.parse(until) < now;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3" data-merge={merge.id}>
      <div className="min-w-0 flex-[1_1_320px] [overflow-wrap:anywhere]">
        <h3 tabIndex={-1} dir="auto" className="font-medium outline-none">
          <AddressText text={title} />
        </h3>
        <p className="text-12 text-ink-2">
          <span className="sr-only">{messages.ids}</span> <CustomerLink id={merge.merged_id} /> {messages.into}{' '}
          <CustomerLink id={merge.survivor_id} />
        </p>
        <p className="text-12 text-ink-2">{moved === null ? messages.nothingMoved : messages.moved(moved)}</p>
        <p className="text-12 text-ink-3 tabular-nums">
          <AddressText text={messages.by(merge.actor, formatNear(merge.created_utc, zone, now))} />
        </p>
      </div>
      <div className="flex flex-col items-end gap-1 max-md:items-start">
        {undoneAt !== null || isOver ? null : (
          <Button size="sm" disabledReason={reason} aria-label={messages.undoOf(title)} onClick={onUndo}>
            {messages.undo}
          </Button>
        )}
        <p className="text-12 text-ink-3 tabular-nums">
          {undoneAt !== null
            ? messages.undone(formatInstant(undoneAt, zone))
            : isOver
              ? messages.over(formatInstant(until, zone))
              : messages.until(formatInstant(until, zone))}
        </p>
      </div>
    </li>
  );
}

function CustomerLink({ id }: { readonly id: bigint }) {
  return (
    <Link
      to="/customers/$id"
      params={{ id: String(id) }}
      className="hit relative text-accent-text tabular-nums underline"
    >
      {String(id)}
    </Link>
  );
}
