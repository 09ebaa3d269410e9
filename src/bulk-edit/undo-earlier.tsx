import { useQuery } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useRef, useState } from 'react';
import type { Reply } from '#contract/operation.ts';
import { listBulkChanges, undoTickets } from '#contract/ticket-bulk.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useLeavingPage } from '#src/browser/use-leaving-page.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { isBusy, Job } from '#src/jobs/job.ts';
import { useAgents } from '#src/ticket-edit/pickers/picker-data.ts';
import { joinWords } from '#src/ticket-edit/update/describe-change.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import type { Command } from '#src/ui/keys/commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { forgetJob, isJobBusy, sayRunning, useBulkJob } from './bulk-job.ts';
import { ProgressBar } from './bulk-job-panel.tsx';
import { undoCall } from './bulk-calls.ts';
import { undoLabel } from './describe-job.ts';
import { messages } from './messages.ts';

const MAX_LISTED = 5;

interface Asked {
  readonly change: EarlierChange;
  /** "Undo: 1,204 tickets resolved". */
  readonly title: string;
}

const asked = createAtom<Asked | null>(null);
const close = () => asked.set(null);

/** Lines of the palette that undo the last changes of several tickets, also those made before a reload. */
export function useUndoCommands(): readonly Command[] {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const job = useBulkJob();
  const isOffered = useWriteAccess('tickets:write').allowed && isWholeService(whoami);
  const { data } = useQuery({ ...read(listBulkChanges, { limit: 200 }), enabled: isOffered });
  const hasAgent = data?.items.some(({ what }) => Boolean(what.assignee_agent_id)) === true;
  const agents = useAgents(isOffered && hasAgent).data?.items;
  if (!isOffered || data === undefined) return [];
  const nameOf = (id: string) => agents?.find((agent) => agent.id === id)?.name;
  return earlierChanges(data)
    .slice(0, MAX_LISTED)
    .map((change) => {
      const { id, atUtc, tickets } = change;
      const label = undoLabel(patchFrom(change.what, nameOf), tickets, zone);
      return {
        id: `undo-${id}`,
        group: 'tickets',
        label,
        note: formatNear(atUtc, zone, Date.now()),
        keywords: messages.earlier.keywords,
        icon: 'recent',
        // A running job has its own Undo in the panel.
        run: () => (isJobBusy(job) ? sayRunning() : asked.set({ change, title: label })),
      };
    });
}

/** Asks before such an undo; mounted on every page. */
export function UndoEarlierHost() {
  const now = useSelector(asked);
  useLeavingPage(close);
  return now === null ? null : <UndoEarlierDialog key={now.change.id} {...now} />;
}

function UndoEarlierDialog({ change, title }: Asked) {
  const left = useRef([...change.calls]);
  const [job] = useState(() => new Job());
  const { phase, error } = useSelector(job.state);
  const [counts, setCounts] = useState<UndoCounts | null>(null);
  const isUndoing = isBusy({ phase });
  const { undone, skipped } = counts ?? NONE;
  const toDo = Math.max(0, change.tickets - undone - skipped);
  const progress = joinWords([describeCounts(counts ?? NONE), messages.toDo(formatCount(toDo))]);

  const undo = async (): Promise<void> => {
    let sum = counts ?? NONE;
    await job.run({
      concurrency: 1,
      left: () => left.current.reduce((all, { tickets }) => all + tickets, 0),
      next: () => {
        const [call] = left.current;
        if (call === undefined) return undefined;
        return async () => {
          sum = add(sum, await undoCall(job.call, call.undo_token), call.tickets);
          left.current.shift();
          setCounts(sum);
        };
      },
    });
    if (sum !== NONE) {
      forgetJob(change.id);
      void invalidateTouched(undoTickets);
    }
    if (job.state.get().error !== null) return;
    toast({ kind: sum.skipped > 0 ? 'error' : 'info', text: describeEnd(sum, left.current) });
    // The user may have opened another question meanwhile.
    asked.set((now) => (now?.change === change ? null : now));
  };

  return (
    <ConfirmDialog
      title={title}
      submit={messages.undo(formatCount(toDo))}
      cancel={isUndoing ? messages.stop : messages.confirm.cancel}
      isBusy={isUndoing}
      error={error instanceof Error ? error : null}
      onConfirm={() => void undo()}
      onClose={isUndoing ? () => job.stop() : () => (job.close(), close())}
    >
      {counts === null && !isUndoing ? (
        <p>{messages.earlier.ask(change.tickets, formatCount(change.tickets))}</p>
      ) : (
        <>
          <ProgressBar all={change.tickets} done={undone} bad={skipped} text={progress} />
          <p role="status">{progress}</p>
        </>
      )}
    </ConfirmDialog>
  );
}

type ListedChange = Reply<typeof listBulkChanges>['items'][number];

/** A change of several tickets that the service can undo. */
interface EarlierChange {
  /** The `batch_id` of its calls, or the token of the only one. */
  readonly id: string;
  readonly atUtc: string;
  readonly what: ListedChange['what'];
  readonly tickets: number;
  /** Newest first. */
  readonly calls: readonly Pick<ListedChange, 'undo_token' | 'tickets'>[];
}

/** The changes that can be undone, newest first. Calls of one batch are one change. */
export function earlierChanges({ items, total_count: total }: Reply<typeof listBulkChanges>): EarlierChange[] {
  const groups = [...Map.groupBy(items, (item) => item.batch_id ?? item.undo_token)];
  // The rest of the last one may be on the next page.
  const known = total > items.length && groups.length > 1 ? groups.slice(0, -1) : groups;
  return known.flatMap(([id, all]) => {
    const calls = all.filter((item) => item.undone_utc === null);
    const [newest] = calls;
    if (newest === undefined) return [];
    const tickets = calls.reduce((sum, call) => sum + call.tickets, 0);
    return [{ id, atUtc: newest.at_utc, what: newest.what, tickets, calls }];
  });
}

/** Converts a stored patch. @param nameOf the name of an agent, if known */
export function patchFrom(what: ListedChange['what'], nameOf: (id: string) => string | undefined): TicketPatch {
  const { status, priority, assignee_agent_id: agent, add_tags: addTags, remove_tags: removeTags } = what;
  const { snoozed_until_utc: snoozedUntilUtc } = what;
  const assignee =
    agent === null || agent === '' ? null : { id: agent ?? '', name: nameOf(agent ?? '') ?? agent ?? '' };
  return {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(agent === undefined ? {} : { assignee }),
    ...(addTags === undefined ? {} : { addTags }),
    ...(removeTags === undefined ? {} : { removeTags }),
    ...(snoozedUntilUtc === undefined ? {} : { snoozedUntilUtc }),
  };
}

interface UndoCounts {
  readonly undone: number;
  /** Changed by someone since, or too old. */
  readonly skipped: number;
}

const NONE: UndoCounts = { undone: 0, skipped: 0 };

function add(counts: UndoCounts, answer: Awaited<ReturnType<typeof undoCall>>, tickets: number): UndoCounts {
  const restored =
    typeof answer === 'string'
      ? answer === 'undone'
        ? tickets
        : 0
      : answer.filter(({ outcome }) => outcome === 'changed' || outcome === 'unchanged').length;
  return { undone: counts.undone + restored, skipped: counts.skipped + tickets - restored };
}

function describeCounts({ undone, skipped }: UndoCounts): string {
  const { outcome } = messages;
  return joinWords([
    outcome.undone(formatCount(undone)),
    ...(skipped === 0 ? [] : [outcome.left(formatCount(skipped))]),
  ]);
}

/** The outcome, with the number of tickets left after Stop. */
function describeEnd(counts: UndoCounts, left: EarlierChange['calls']): string {
  const toDo = left.reduce((sum, { tickets }) => sum + tickets, 0);
  return joinWords([describeCounts(counts), ...(toDo === 0 ? [] : [messages.toDo(formatCount(toDo))])]);
}
