import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BindJob } from '#contract/bind-jobs.ts';
import { OutcomeBar } from '#src/bulk-bind/outcome-bar.tsx';
import { historyMessages as messages, messages as words } from '#src/bulk-bind/messages.ts';
import { type BulkSearch, OUTCOMES, type Outcome } from '#src/bulk-bind/search.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportDialog } from '#src/list-export/export-dialog.tsx';
import { useFileName } from '#src/list-export/list-file.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink, PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { TEXT_LINK } from '#src/ui/text-button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { Table } from '#src/ui/table.tsx';
import { useWhen } from './history.tsx';
import { jobOptions, ROWS_PAGE, rowsFile, rowsOptions } from './queries.ts';

const texts = messages.rows;

interface JobPageProps {
  readonly id: bigint;
  readonly search: BulkSearch;
}

/** An import of the history: what became of each of its rows. */
export function JobPage({ id, search }: JobPageProps) {
  const query = useQuery(jobOptions(id));
  const whenOf = useWhen();
  const job = query.data?.items[0];
  const missing = <EmptyBlock icon="search" title={texts.gone} text={texts.goneText} />;
  return (
    <>
      <PageHeader
        title={job === undefined ? messages.title : texts.title(whenOf(job))}
        lead={<BackLink to="/manage/bulk-bind" label={texts.back} />}
      />
      <PageBody>
        <QueryState query={query} name={messages.name} rows={3} missing={missing}>
          {({ items: [found] }) => (found === undefined ? missing : <Import job={found} search={search} />)}
        </QueryState>
      </PageBody>
    </>
  );
}

function Import({ job, search }: { readonly job: BindJob; readonly search: BulkSearch }) {
  const { outcome } = search;
  const [isSaving, setSaving] = useState(false);
  const nameOf = useFileName();
  return (
    <>
      <p className="mb-4 text-ink-2 [overflow-wrap:anywhere]">{texts.by(job.token_label)}</p>
      <OutcomeBar counts={job.counts} />
      <div className="mt-5">
        {!job.has_rows ? (
          <EmptyBlock icon="info" title={texts.notStored} text={texts.notStoredText} />
        ) : (
          <Panel
            title={texts.name}
            actions={
              <Button size="sm" icon="download" onClick={() => setSaving(true)}>
                {texts.download}
              </Button>
            }
          >
            <Tabs job={job} outcome={outcome} />
            <Rows job={job} search={search} />
          </Panel>
        )}
      </div>
      {isSaving ? (
        <ExportDialog
          title={texts.exportTitle}
          total={outcome === undefined ? job.counts.total_rows : job.counts[outcome]}
          nothing={texts.nothing}
          lead={texts.lead}
          fileOf={() => ({
            fileName: nameOf(outcome === undefined ? texts.file : `${texts.file} ${outcome}`),
            readPage: () => Promise.resolve({ items: [], total_count: 0 }),
            fileOf: () => '',
            readFile: (signal) => rowsFile(job.id, outcome, signal),
          })}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </>
  );
}

function Tabs({ job, outcome }: { readonly job: BindJob; readonly outcome: Outcome | undefined }) {
  const tabs = [undefined, ...OUTCOMES.filter((one) => job.counts[one] > 0)];
  return (
    <nav aria-label={texts.tabs} className="flex flex-wrap gap-x-4 border-b border-line">
      {tabs.map((one) => (
        <Link
          key={one ?? ''}
          to="/manage/bulk-bind"
          search={{ job: String(job.id), outcome: one }}
          replace
          aria-current={one === outcome ? 'page' : undefined}
          activeProps={{}}
          className="hit relative flex min-h-9 items-center gap-1.5 font-medium text-ink-2 no-underline hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:-bottom-px aria-[current=page]:after:border-b-2 aria-[current=page]:after:border-current"
        >
          {one === undefined ? texts.all : words.outcome[one]}
          <span className="font-normal text-ink-3 tabular-nums">
            {formatCount(one === undefined ? job.counts.total_rows : job.counts[one])}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function Rows({ job, search }: { readonly job: BindJob; readonly search: BulkSearch }) {
  const { outcome, skip = 0 } = search;
  const query = useQuery(rowsOptions(job.id, outcome, skip));
  const { column } = texts;
  return (
    <QueryState query={query} name={texts.name} rows={12}>
      {({ items, total_count: total }) =>
        items.length === 0 ? (
          <EmptyBlock icon="search" title={texts.none} text={texts.noneText} />
        ) : (
          <>
            <Table
              caption={texts.name}
              rows={items}
              keyOf={({ line }) => String(line)}
              columns={[
                {
                  key: 'line',
                  head: column.line,
                  isRowHead: true,
                  className: 'w-20 tabular-nums',
                  cell: ({ line }) => formatCount(line),
                },
                { key: 'outcome', head: column.outcome, cell: (row) => words.outcome[row.outcome] },
                {
                  key: 'code',
                  head: column.code,
                  cell: ({ code }) => <span className="font-mono text-12 text-ink-2">{code ?? '–'}</span>,
                },
                {
                  key: 'customer',
                  head: column.customer,
                  cell: ({ identity_id: customer }) =>
                    customer === null ? (
                      <span className="text-ink-3">–</span>
                    ) : (
                      <Link to="/customers/$id" params={{ id: customer.toString() }} className={TEXT_LINK}>
                        {texts.customer(customer.toString())}
                      </Link>
                    ),
                },
              ]}
            />
            <Pager
              label={texts.name}
              texts={{ range: messages.range, previous: texts.previous, next: texts.next }}
              skip={skip}
              shown={items.length}
              total={total}
              size={ROWS_PAGE}
              className="pt-3"
              link={(before, text) => (
                <Link to="/manage/bulk-bind" search={{ ...search, skip: before }} className={TEXT_LINK}>
                  {text}
                </Link>
              )}
            />
          </>
        )
      }
    </QueryState>
  );
}
