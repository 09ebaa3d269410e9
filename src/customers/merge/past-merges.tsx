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
import { BackLink } from '#src/panels/page-parts.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { pastMessages as messages } from './messages.ts';
import { formatMoved, mergesOptions, namesOf, PAGE } from './queries.ts';
import { UndoDialog } from './undo-merge.tsx';

const LINK = 'hit relative inline-block min-h-6 leading-6 font-medium text-accent-text hover:underline';

/** Past merges; each can be undone for 30 days. */
export function PastMergesPage({ search }: { readonly search: MergesSearch }) {
  return (
    <>
      <PageHeader
        title={messages.title}
        note={<span className="max-md:hidden">{messages.note}</span>}
        lead={<BackLink to="/customers/merge" label={messages.back} />}
      />
      <div className="pane flex-1 pb-16">
        <div className="mx-auto w-full max-w-measure px-6 py-4 max-md:px-4">
          <PastMerges search={search} />
        </div>
      </div>
    </>
  );
}

function PastMerges({ search }: { readonly search: MergesSearch }) {
  const { reason } = useWriteAccess('customers:write');
  const query = useQuery(mergesOptions(search));
  const [asked, setAsked] = useState<CustomerMerge | null>(null);
  const isAlone = search.id !== undefined;
  const all = (
    <Link to="/customers/merges" activeOptions={{ exact: true }} className={buttonClass()}>
      {messages.all}
    </Link>
  );
  const missing = <EmptyBlock icon="people" title={messages.missing} text={messages.missingText} action={all} />;
  return (
    <>
      <QueryState
        query={query}
        name={messages.title}
        loading={messages.loading}
        rows={isAlone ? 1 : 5}
        rowClass="min-h-[94px] px-4"
        missing={missing}
      >
        {({ items, total_count: total }) =>
          isAlone && items.length === 0 ? (
            missing
          ) : (
            <>
              <p className="flex flex-wrap gap-x-3 text-12 text-ink-3 tabular-nums">
                <span>
                  {search.identity !== undefined ? `${messages.ofCustomer(search.identity)}: ` : null}
                  {messages.count(total, formatCount(total))}
                </span>
                {isAlone || search.identity !== undefined ? (
                  <Link to="/customers/merges" activeOptions={{ exact: true }} className={LINK}>
                    {messages.all}
                  </Link>
                ) : null}
              </p>
              {items.length === 0 ? (
                <NoMerges identity={search.identity} />
              ) : (
                <ul>
                  {items.map((merge) => (
                    <MergeRow key={merge.id} merge={merge} reason={reason} onUndo={() => setAsked(merge)} />
                  ))}
                </ul>
              )}
              <Pager
                label={messages.title}
                texts={messages}
                skip={search.skip}
                shown={items.length}
                total={total}
                size={PAGE}
                className="pt-3"
                link={(skip, text) => (
                  <Link
                    to="/customers/merges"
                    activeOptions={{ exact: true }}
                    search={{ ...search, skip }}
                    className={LINK}
                  >
                    {text}
                  </Link>
                )}
              />
            </>
          )
        }
      </QueryState>
      {asked === null ? null : (
        <UndoDialog
          merge={asked}
          onClose={() => {
            setAsked(null);
            // The button is gone after the undo.
            requestAnimationFrame(() => {
              if (document.activeElement === document.body)
                document.querySelector<HTMLElement>(`[data-merge="${asked.id}"] h2`)?.focus();
            });
          }}
        />
      )}
    </>
  );
}

function NoMerges({ identity }: { readonly identity: string | undefined }) {
  return (
    <EmptyBlock
      icon="people"
      title={identity === undefined ? messages.none : messages.noneOf}
      text={messages.noneText}
      action={
        <Link to="/customers/merge" activeOptions={{ exact: true }} search={{ identity }} className={buttonClass()}>
          {messages.toMerge}
        </Link>
      }
    />
  );
}

interface MergeRowProps {
  readonly merge: CustomerMerge;
  /** Why the user can't undo it. */
  readonly reason: string | undefined;
  readonly onUndo: () => void;
}

/** One merge: the two customers, what moved, by whom and when, and how long it can be undone. */
function MergeRow({ merge, reason, onUndo }: MergeRowProps) {
  const zone = useDisplayZone();
  const now = useNow();
  const { from, into } = namesOf(merge);
  const title = messages.merged(from, into);
  const moved = formatMoved(merge.moved);
  const { undone_utc: undoneAt, undo_until_utc: until } = merge;
  const isOver = Date.parse(until) < now;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3" data-merge={merge.id}>
      <div className="min-w-0 flex-[1_1_320px]">
        <h2 tabIndex={-1} dir="auto" className="font-medium outline-none [overflow-wrap:anywhere]">
          <AddressText text={title} />
        </h2>
        <p className="text-12 text-ink-2">
          <span className="sr-only">{messages.ids}</span> <CustomerLink id={merge.merged_id} /> {messages.into}{' '}
          <CustomerLink id={merge.survivor_id} />
        </p>
        <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
          {moved === null ? messages.nothingMoved : messages.moved(moved)}
        </p>
        <p className="text-12 text-ink-3 tabular-nums [overflow-wrap:anywhere]">
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
