import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type BindJob, type BindRowResult, listBindJobs, listBindRows } from '#contract/bind-jobs.ts';
import { csvLine } from '#contract/csv.ts';
import { call } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { OutcomeBar } from './outcome-bar.tsx';
import { historyMessages as messages, messages as words, runMessages } from './messages.ts';
import { type BulkSearch, OUTCOMES, type Outcome } from './search.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { useFileName } from '#src/list-export/list-file.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink, PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { TEXT_LINK } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { Table } from '#src/ui/table.tsx';
import { useWhen } from './history.tsx';

const texts = messages.rows;

const ROWS_PAGE = 100;

interface ImportPageProps {
  readonly id: bigint;
  readonly search: BulkSearch;
}

/** An import with the result of each row. */
export function ImportPage({ id, search }: ImportPageProps) {
  const query = useQuery(read(listBindJobs, { id, limit: 1 }));
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
              <ExportButton
                label={texts.download}
                total={outcome === undefined ? job.counts.total_rows : job.counts[outcome]}
                fileOf={() => ({
                  fileName: nameOf(outcome === undefined ? texts.file : `${texts.file} ${outcome}`),
                  readFile: (signal) => rowsFile(job.id, outcome, signal),
                })}
              />
            }
          >
            <Tabs job={job} outcome={outcome} />
            <Rows job={job} search={search} />
          </Panel>
        )}
      </div>
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
  const query = useQuery(read(listBindRows, { ...rowsQuery(job.id, outcome), limit: ROWS_PAGE, skip }));
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
                  cell: ({ code }) => <span className="text-ink-2">{code === null ? '–' : reasonOf(code)}</span>,
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

function reasonOf(code: string): string {
  const reasons: Readonly<Partial<Record<string, string>>> = runMessages.resultWords.reasons;
  return reasons[code] ?? code;
}

function rowsQuery(id: bigint, outcome: Outcome | undefined) {
  return outcome === undefined ? { id } : { id, outcome };
}

const ROW_FIELDS = ['line', 'outcome', 'code', 'identity_id'] as const satisfies readonly (keyof BindRowResult)[];

/** The most rows that one answer may hold. */
const FILE_PAGE = 10_000;

/** The rows of an import as CSV, in the names of the API. */
async function rowsFile(id: bigint, outcome: Outcome | undefined, signal: AbortSignal): Promise<string> {
  const lines = [csvLine(ROW_FIELDS)];
  for (let skip = 0; ; skip += FILE_PAGE) {
    const query = { ...rowsQuery(id, outcome), limit: FILE_PAGE, skip };
    const { items, total_count: total } = await call(listBindRows, { query, priority: 'background', signal });
    for (const row of items) lines.push(csvLine(ROW_FIELDS.map((field) => row[field])));
    if (items.length === 0 || skip + items.length >= total) return lines.join('');
  }
}
