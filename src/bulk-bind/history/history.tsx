import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type BindJob, listBindJobs } from '#contract/bind-jobs.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { messages as words } from '#src/bulk-bind/messages.ts';
import { type BulkSearch, OUTCOMES, type Outcome } from '#src/bulk-bind/search.ts';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { Table } from '#src/ui/table.tsx';
import { TEXT_LINK } from '#src/ui/text-button.tsx';
import { messages } from './messages.ts';
import { jobsOptions, PAGE } from './queries.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** The imports of the site: who, when, which file, and what became of its rows. */
export function History({ search }: { readonly search: BulkSearch }) {
  const isProvided = hasExtension(useWhoami(), 'bind_jobs');
  if (!isProvided) return <p className="text-12 text-ink-3">{messages.absent}</p>;
  return (
    <Panel title={messages.title} resource={listBindJobs.resource} actions={<JobsFile />}>
      <Jobs skip={search.skip ?? 0} />
    </Panel>
  );
}

const FIELDS = [
  ...(['id', 'created_utc', 'token_label', 'file_sha256', 'parts', 'total_rows', 'bound', 'refreshed'] as const),
  ...(['bad_channel', 'no_identity', 'failed', 'minted_identity', 'state'] as const),
] as const;

/** All imports as a file. */
function JobsFile() {
  const nameOf = useFileName();
  const { data } = useQuery(jobsOptions(0));
  return (
    <ExportButton<BindJob>
      command="bulk-bind-download"
      size="sm"
      total={data?.total_count}
      fileOf={() => ({
        fileName: nameOf(messages.file),
        readPage: pagesOf(listBindJobs, {}),
        fileOf: (rows) =>
          fieldsFile(
            FIELDS,
            rows.map(({ counts, ...job }) => ({ ...counts, ...job })),
          ),
      })}
    />
  );
}

function Jobs({ skip }: { readonly skip: number }) {
  const query = useQuery(jobsOptions(skip));
  const { reason } = useWriteAccess('channels:bulk');
  const [asked, setAsked] = useState<BindJob | null>(null);
  const whenOf = useWhen();
  const { column } = messages;
  return (
    <>
      <QueryState query={query} name={messages.name} rows={4}>
        {({ items, total_count: total }) =>
          items.length === 0 ? (
            <EmptyBlock icon="link" title={messages.none} text={messages.noneText} />
          ) : (
            <>
              <Table
                caption={messages.title}
                phone="stack"
                rows={items}
                keyOf={({ id }) => String(id)}
                columns={[
                  {
                    key: 'when',
                    head: column.when,
                    isRowHead: true,
                    cell: (job) => (
                      <JobLink job={job} className="whitespace-nowrap" label={messages.openRows(whenOf(job))}>
                        <Instant at={job.created_utc}>{whenOf(job)}</Instant>
                      </JobLink>
                    ),
                  },
                  {
                    key: 'who',
                    head: column.who,
                    cell: ({ token_label: who }) => (
                      <span className="[overflow-wrap:anywhere]">
                        <AddressText text={who} />
                      </span>
                    ),
                  },
                  {
                    key: 'file',
                    head: column.file,
                    cell: ({ file_sha256: hash, parts }) => (
                      <span className="text-12 text-ink-2">
                        <span className="font-mono text-11" title={hash}>
                          {messages.hash(shortHash(hash))}
                        </span>
                        {parts > 1 ? `, ${messages.parts(parts, formatCount(parts))}` : null}
                      </span>
                    ),
                  },
                  {
                    key: 'rows',
                    head: column.rows,
                    isFigure: true,
                    cell: (job) => <JobLink job={job}>{formatCount(job.counts.total_rows)}</JobLink>,
                  },
                  { key: 'result', head: column.result, className: 'w-2/5', cell: (job) => <Result job={job} /> },
                  {
                    key: 'state',
                    head: column.state,
                    cell: (job) =>
                      job.state === 'undone' ? (
                        <span className="text-ink-3">{messages.undone}</span>
                      ) : (
                        <span>{job.has_rows ? messages.done : messages.noRows}</span>
                      ),
                  },
                  {
                    key: 'undo',
                    head: column.undo,
                    isHeadHidden: true,
                    isFigure: true,
                    isBeside: true,
                    cell: (job) =>
                      job.state === 'undone' ? null : (
                        <Button
                          size="sm"
                          aria-label={messages.undoOf(whenOf(job))}
                          disabledReason={reason ?? (job.has_rows ? undefined : messages.noRowsWhy)}
                          onClick={() => setAsked(job)}
                        >
                          {messages.undo}
                        </Button>
                      ),
                  },
                ]}
              />
              <Pager
                label={messages.title}
                texts={messages}
                skip={skip}
                shown={items.length}
                total={total}
                size={PAGE}
                className="pt-3"
                link={(before, text) => (
                  <Link to="/manage/bulk-bind" search={{ skip: before }} className={TEXT_LINK}>
                    {text}
                  </Link>
                )}
              />
            </>
          )
        }
      </QueryState>
      {asked === null ? null : <UndoDialog job={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** When it was, as near to now as it is. */
export function useWhen(): (job: BindJob) => string {
  const zone = useDisplayZone();
  const now = useNow();
  return ({ created_utc: at }) => formatNear(at, zone, now);
}

export function shortHash(hash: string): string {
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}

interface JobLinkProps {
  readonly job: BindJob;
  readonly outcome?: Outcome;
  readonly label?: string;
  readonly className?: string;
  readonly children: React.ReactNode;
}

/** To the rows that a figure counts, where they are stored. */
function JobLink({ job, outcome, label, className = '', children }: JobLinkProps) {
  if (!job.has_rows) return <span className={className}>{children}</span>;
  return (
    <Link
      to="/manage/bulk-bind"
      search={{ job: String(job.id), outcome }}
      aria-label={label}
      className={`${TEXT_LINK} ${className}`}
    >
      {children}
    </Link>
  );
}

/** What became of the rows, each count a way to them. */
function Result({ job }: { readonly job: BindJob }) {
  const { counts } = job;
  const some = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  return (
    <span className="flex flex-wrap gap-x-3 text-12 tabular-nums">
      {some.map((outcome) => (
        <JobLink key={outcome} job={job} outcome={outcome}>
          {words.counted(words.outcome[outcome], formatCount(counts[outcome]))}
        </JobLink>
      ))}
      {counts.minted_identity > 0 ? (
        <span className="text-ink-3">
          {messages.minted(counts.minted_identity, formatCount(counts.minted_identity))}
        </span>
      ) : null}
    </span>
  );
}
