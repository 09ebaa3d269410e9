import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type BindJob, listBindJobs, undoBindJob, type UndoneImport } from '#contract/bind-jobs.ts';
import { call } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { historyMessages as messages, messages as words } from './messages.ts';
import { type BulkSearch, OUTCOMES, type Outcome } from './search.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, TEXT_LINK } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { Table } from '#src/ui/table.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';

const PAGE = 20;

/** The imports of the site, newest first. */
export function importsOptions(skip: number) {
  return { ...read(listBindJobs, { limit: PAGE, skip }), staleTime: 10_000 };
}

export function History({ search }: { readonly search: BulkSearch }) {
  const isProvided = isWholeService(useWhoami());
  if (!isProvided) return <p className="text-12 text-ink-3">{messages.absent}</p>;
  return (
    <Panel title={messages.title}>
      <Jobs skip={search.skip ?? 0} />
    </Panel>
  );
}

function Jobs({ skip }: { readonly skip: number }) {
  const query = useQuery(importsOptions(skip));
  const whenOf = useWhen();
  const { column } = messages;
  return (
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
                      <UndoButton job={job} label={messages.undo} aria-label={messages.undoOf(whenOf(job))} />
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
  );
}

interface UndoButtonProps {
  readonly job: BindJob;
  readonly label: string;
  readonly 'aria-label'?: string;
}

/** Asks before it undoes an import. */
export function UndoButton({ job, label, ...props }: UndoButtonProps) {
  const { reason } = useWriteAccess('channels:bulk');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        size="sm"
        disabledReason={reason ?? (job.has_rows ? undefined : messages.noRowsWhy)}
        onClick={() => setAsked(true)}
        {...props}
      >
        {label}
      </Button>
      {isAsked ? <UndoDialog job={job} onClose={() => setAsked(false)} /> : null}
    </>
  );
}

export function useWhen(): (job: BindJob) => string {
  const zone = useDisplayZone();
  const now = useNow();
  return ({ created_utc: at }) => formatNear(at, zone, now);
}

interface JobLinkProps {
  readonly job: BindJob;
  readonly outcome?: Outcome;
  readonly label?: string;
  readonly className?: string;
  readonly children: React.ReactNode;
}

/** Links to the rows of an import, if they are stored. */
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

const texts = messages.undoing;
/** Undoing a large import takes minutes. */
const TIMEOUT_MS = 600_000;

function previewOptions({ id }: BindJob) {
  return {
    // Its own key: the undo must not refetch the preview.
    queryKey: ['undo preview', id] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call(undoBindJob, { body: { action: 'undo', id, dry_run: true }, signal, timeoutMs: TIMEOUT_MS }),
    // The preview is outdated soon.
    gcTime: 0,
    refetchOnWindowFocus: false,
  };
}

interface UndoDialogProps {
  readonly job: BindJob;
  readonly onClose: () => void;
}

/** Says what can be undone, then undoes it. */
function UndoDialog({ job, onClose }: UndoDialogProps) {
  const preview = useQuery(previewOptions(job));
  const { write, isBusy, error } = useWrite(undoBindJob);
  const minted = job.counts.minted_identity;
  const say = (text: (n: number, count: string) => string, n: number) =>
    n <= 0 ? null : <li>{text(n, formatCount(n))}</li>;

  const channels = preview.data === undefined ? 0 : preview.data.unbound + preview.data.moved_back;
  const customers = preview.data?.removed_identities ?? 0;
  const isNothing = channels === 0 && customers === 0;
  const verb =
    channels === 0 && customers > 0
      ? texts.confirmCustomers(customers, formatCount(customers))
      : texts.confirm(channels, formatCount(channels));
  const undo = async () => {
    const done = await write({ body: { action: 'undo', id: job.id }, timeoutMs: TIMEOUT_MS });
    if (done === null) return;
    onClose();
    toast({ kind: 'done', text: undoneText(done), stayMs: 10_000 });
  };
  return (
    <ConfirmDialog
      title={texts.title}
      submit={preview.data === undefined ? messages.undo : verb}
      isDanger
      isFinal
      isBusy={isBusy}
      error={error}
      disabledReason={preview.data === undefined ? texts.checking : isNothing ? texts.nothing : undefined}
      onConfirm={() => void undo()}
      onClose={onClose}
    >
      <QueryState query={preview} name={texts.title} loading={texts.checking} rows={2}>
        {({ unbound, moved_back: movedBack, skipped, removed_identities: removed }) => (
          <ul className="flex flex-col gap-1.5">
            {isNothing ? <li>{texts.nothing}</li> : null}
            {say(texts.unbound, unbound)}
            {say(texts.movedBack, movedBack)}
            {say(texts.skipped, skipped)}
            {say(texts.kept, Math.max(0, job.counts.refreshed - movedBack))}
            {say(texts.removed, removed)}
            {say(texts.stay, minted - removed)}
          </ul>
        )}
      </QueryState>
    </ConfirmDialog>
  );
}

/** The outcome of the undo, which may be less than announced where channels have changed meanwhile. */
function undoneText({ unbound, moved_back: movedBack, skipped, removed_identities: removed }: UndoneImport): string {
  const counts = [
    [texts.doneChannels, unbound + movedBack],
    [texts.doneRemoved, removed],
    [texts.doneSkipped, skipped],
  ] as const;
  const said = counts.filter(([, n]) => n > 0).map(([text, n]) => text(n, formatCount(n)));
  return [texts.done, ...said].join(' ');
}
