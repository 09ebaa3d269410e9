import { PageHeader } from '#src/panels/page-frame.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CustomerMerge } from '#contract/customer-merges.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { EXACT } from '#src/customers/exact-link.ts';
import { formatCount } from '#src/format/number.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { messages } from './merges-messages.ts';
import { mergesOptions, PAGE } from './merges-queries.ts';
import type { MergesSearch } from './merges-search.ts';
import { ReceiptRow } from './receipt-row.tsx';
import { UndoDialog } from './undo-dialog.tsx';

interface MergesPageProps {
  readonly search: MergesSearch;
}

const LINK = 'hit relative inline-block min-h-6 leading-6 font-medium text-accent-text hover:underline';

/** Receipts of merges, each with its way back for 30 days. */
export function MergesPage({ search }: MergesPageProps) {
  const hasTools = hasExtension(useWhoami(), 'identity_tools');
  const hasCalls = useHasApiCalls();
  return (
    <>
      <PageHeader
        title={messages.title}
        note={<span className="max-md:hidden">{messages.note}</span>}
        lead={
          <Link
            to="/customers/merge"
            activeOptions={EXACT}
            aria-label={messages.back}
            className={buttonClass({ variant: 'ghost', square: true })}
          >
            <Icon name="back" />
          </Link>
        }
        actions={
          hasTools && hasCalls ? (
            <IconButton icon="code" label={messages.showCall} onClick={() => showApiCalls('customer_merges')} />
          ) : null
        }
      />
      <div className="pane flex-1 pb-16">
        <div className="mx-auto w-full max-w-measure px-6 py-4 max-md:px-4">
          {hasTools ? (
            <Receipts search={search} />
          ) : (
            <EmptyBlock icon="people" title={messages.notProvided} text={messages.notProvidedText} />
          )}
        </div>
      </div>
    </>
  );
}

function Receipts({ search }: { readonly search: MergesSearch }) {
  const { reason } = useWriteAccess('customers:write');
  const query = useQuery(mergesOptions(search));
  const [asked, setAsked] = useState<CustomerMerge | null>(null);
  const isAlone = search.id !== undefined;
  const all = (
    <Link to="/customers/merges" activeOptions={EXACT} className={buttonClass()}>
      {messages.all}
    </Link>
  );
  const missing = <EmptyBlock icon="people" title={messages.noReceipt} text={messages.noReceiptText} action={all} />;
  return (
    <>
      <QueryState
        query={query}
        name={messages.receipts}
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
                  <Link to="/customers/merges" activeOptions={EXACT} className={LINK}>
                    {messages.all}
                  </Link>
                ) : null}
              </p>
              {items.length === 0 ? (
                <NoReceipts identity={search.identity} />
              ) : (
                <ul>
                  {items.map((merge) => (
                    <ReceiptRow
                      key={merge.id}
                      merge={merge}
                      reason={reason}
                      isAlone={isAlone}
                      onUndo={() => setAsked(merge)}
                    />
                  ))}
                </ul>
              )}
              <Pages search={search} total={total} shown={items.length} />
            </>
          )
        }
      </QueryState>
      {asked === null ? null : (
        <UndoDialog
          merge={asked}
          onClose={() => {
            setAsked(null);
            // Its button is gone once it was undone.
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

function NoReceipts({ identity }: { readonly identity: string | undefined }) {
  return (
    <EmptyBlock
      icon="people"
      title={identity === undefined ? messages.none : messages.noneOf}
      text={messages.noneText}
      action={
        <Link to="/customers/merge" activeOptions={EXACT} search={{ identity }} className={buttonClass()}>
          {messages.toMerge}
        </Link>
      }
    />
  );
}

interface PagesProps {
  readonly search: MergesSearch;
  readonly total: number;
  readonly shown: number;
}

function Pages({ search, total, shown }: PagesProps) {
  const skip = search.skip ?? 0;
  if (total <= PAGE && skip === 0) return null;
  const at = (next: number): MergesSearch => ({ ...search, skip: next <= 0 ? undefined : next });
  return (
    <nav aria-label={messages.title} className="flex flex-wrap gap-x-3 pt-3 text-12">
      <span className="text-ink-3 tabular-nums">
        {messages.range(formatCount(Math.min(skip + 1, total)), formatCount(skip + shown), formatCount(total))}
      </span>
      {skip > 0 ? (
        <Link to="/customers/merges" activeOptions={EXACT} search={at(skip - PAGE)} className={LINK}>
          {messages.previous}
        </Link>
      ) : null}
      {skip + shown < total ? (
        <Link to="/customers/merges" activeOptions={EXACT} search={at(skip + PAGE)} className={LINK}>
          {messages.next}
        </Link>
      ) : null}
    </nav>
  );
}
