import { PageHeader } from '#src/panels/page-frame.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listCustomerMerges, type CustomerMerge } from '#contract/customer-merges.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import { BackLink } from '#src/panels/page-parts.tsx';
import { QueryState, ShowCall } from '#src/panels/panel.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { messages } from './messages.ts';
import { mergesOptions, PAGE, receiptsQuery } from './receipts.ts';
import type { MergesSearch } from '#src/customers/search.ts';
import { ReceiptRow } from './receipt-row.tsx';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { UndoDialog } from './undo-dialog.tsx';

const LINK = 'hit relative inline-block min-h-6 leading-6 font-medium text-accent-text hover:underline';

/** Receipts of merges, each with its way back for 30 days. */
export function MergesPage({ search }: { readonly search: MergesSearch }) {
  return (
    <>
      <PageHeader
        title={messages.title}
        note={<span className="max-md:hidden">{messages.note}</span>}
        lead={<BackLink to="/customers/merge" label={messages.back} />}
        actions={
          <>
            <ReceiptsFile search={search} />
            <ShowCall label={messages.showCall} resource={listCustomerMerges.resource} />
          </>
        }
      />
      <div className="pane flex-1 pb-16">
        <div className="mx-auto w-full max-w-measure px-6 py-4 max-md:px-4">
          <Receipts search={search} />
        </div>
      </div>
    </>
  );
}

const FIELDS = [
  ...(['id', 'created_utc', 'actor', 'survivor_id', 'survivor_name', 'merged_id', 'merged_name'] as const),
  ...(['tickets', 'handles', 'sessions', 'visitors', 'notes', 'undone_utc', 'undo_until_utc'] as const),
] as const;

/** The receipts of the list as a file, all pages of it. */
function ReceiptsFile({ search }: { readonly search: MergesSearch }) {
  const nameOf = useFileName();
  const { data } = useQuery(mergesOptions(search));
  return (
    <ExportButton<CustomerMerge>
      command="customers-merges-download"
      total={data?.total_count}
      fileOf={() => ({
        fileName: nameOf(messages.file),
        readPage: pagesOf(listCustomerMerges, receiptsQuery(search)),
        fileOf: (rows) =>
          fieldsFile(
            FIELDS,
            rows.map(({ moved, ...merge }) => ({ ...moved, ...merge })),
          ),
      })}
    />
  );
}

function Receipts({ search }: { readonly search: MergesSearch }) {
  const { reason } = useWriteAccess('customers:write');
  const query = useQuery(mergesOptions(search));
  const [asked, setAsked] = useState<CustomerMerge | null>(null);
  const isAlone = search.id !== undefined;
  const all = (
    <Link to="/customers/merges" activeOptions={{ exact: true }} className={buttonClass()}>
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
                  <Link to="/customers/merges" activeOptions={{ exact: true }} className={LINK}>
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
        <Link to="/customers/merge" activeOptions={{ exact: true }} search={{ identity }} className={buttonClass()}>
          {messages.toMerge}
        </Link>
      }
    />
  );
}
