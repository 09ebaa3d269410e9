import { useQuery } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useRef, useState } from 'react';
import { listBulkChanges, undoTickets } from '#contract/ticket-bulk.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction } from '#src/api/write.ts';
import { useLeavingPage } from '#src/browser/use-leaving-page.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useAgents } from '#src/ticket-edit/pickers/picker-data.ts';
import { describePatch, joinWords } from '#src/ticket-edit/update/describe-change.ts';
import type { Command } from '#src/ui/keys/commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { ProgressBar } from './bulk-job-panel.tsx';
import { earlierChanges, patchFrom, undoCalls, type EarlierChange, type UndoCounts } from './earlier-changes.ts';
import { forgetJob } from './job-controls.ts';
import { isBusy, useJob } from './job-store.ts';
import { messages } from './messages.ts';
import { withJobLock } from './run-job.ts';
import { sayRunning } from './start-job.ts';

/** The most that the palette lists. */
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
  const job = useJob();
  const isOffered = useWriteAccess('tickets:write').allowed && hasExtension(whoami, 'tickets_bulk');
  const { data } = useQuery({ ...read(listBulkChanges, { limit: 200 }), enabled: isOffered });
  const hasAgent = data?.items.some(({ what }) => Boolean(what.assignee_agent_id)) === true;
  const agents = useAgents(isOffered && hasAgent).data?.items;
  if (!isOffered || data === undefined) return [];
  const nameOf = (id: string) => agents?.find((agent) => agent.id === id)?.name;
  return earlierChanges(data)
    .slice(0, MAX_LISTED)
    .map((change) => {
      const { id, atUtc, tickets } = change;
      const did = describePatch(patchFrom(change.what, nameOf), zone);
      const label = messages.earlier.label(`${messages.tickets(tickets, formatCount(tickets))} ${did}`);
      return {
        id: `undo-${id}`,
        group: 'tickets',
        label,
        note: formatNear(atUtc, zone, Date.now()),
        keywords: messages.earlier.keywords,
        icon: 'recent',
        // A job that runs is undone in its panel.
        run: () => (isBusy(job?.phase) ? sayRunning() : asked.set({ change, title: label })),
      };
    });
}

/** The question before such an undo, on every page. */
export function UndoEarlierHost() {
  const now = useSelector(asked);
  useLeavingPage(close);
  return now === null ? null : <UndoEarlierDialog key={now.change.id} {...now} />;
}

function UndoEarlierDialog({ change, title }: Asked) {
  const { act, isBusy: isUndoing, error } = useAction();
  const left = useRef([...change.calls]);
  const [halt] = useState(() => new AbortController());
  const [counts, setCounts] = useState<UndoCounts | null>(null);
  const { undone, skipped, failed } = counts ?? NONE;
  const toDo = Math.max(0, change.tickets - undone - skipped - failed);
  const progress = joinWords([describeCounts(counts ?? NONE), messages.toDo(formatCount(toDo))]);

  const undo = () =>
    act(async () => {
      let sum = counts ?? NONE;
      addEventListener('beforeunload', askBeforeLeaving);
      try {
        const isHere = await withJobLock(() =>
          undoCalls(left.current, halt.signal, (more) => {
            sum = add(sum, more);
            setCounts(sum);
          }),
        );
        if (isHere)
          toast({ kind: sum.skipped + sum.failed > 0 ? 'error' : 'info', text: describeEnd(sum, left.current) });
        else toast({ kind: 'info', text: messages.elsewhere });
      } finally {
        removeEventListener('beforeunload', askBeforeLeaving);
        if (sum !== NONE) {
          forgetJob(change.id);
          void invalidateTouched(undoTickets);
        }
      }
      // The user may have opened another question meanwhile.
      asked.set((now) => (now?.change === change ? null : now));
      return null;
    });

  return (
    <ConfirmDialog
      title={title}
      submit={messages.undo(formatCount(toDo))}
      cancel={isUndoing ? messages.stop : messages.confirm.cancel}
      isBusy={isUndoing}
      error={error}
      onConfirm={() => void undo()}
      onClose={isUndoing ? () => halt.abort() : close}
    >
      {counts === null && !isUndoing ? (
        <p>{messages.earlier.ask(change.tickets, formatCount(change.tickets))}</p>
      ) : (
        <>
          <ProgressBar all={change.tickets} done={undone} bad={skipped + failed} text={progress} />
          <p role="status">{progress}</p>
        </>
      )}
    </ConfirmDialog>
  );
}

const NONE: UndoCounts = { undone: 0, skipped: 0, failed: 0 };

function add(one: UndoCounts, other: UndoCounts): UndoCounts {
  return {
    undone: one.undone + other.undone,
    skipped: one.skipped + other.skipped,
    failed: one.failed + other.failed,
  };
}

function describeCounts({ undone, skipped, failed }: UndoCounts): string {
  return joinWords([
    messages.undone(formatCount(undone)),
    ...(skipped === 0 ? [] : [messages.earlier.changedSince(skipped, formatCount(skipped))]),
    ...(failed === 0 ? [] : [messages.failed(formatCount(failed))]),
  ]);
}

/** The outcome, with the number of tickets left after Stop. */
function describeEnd(counts: UndoCounts, left: EarlierChange['calls']): string {
  const toDo = left.reduce((sum, { tickets }) => sum + tickets, 0);
  return joinWords([describeCounts(counts), ...(toDo === 0 ? [] : [messages.toDo(formatCount(toDo))])]);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
