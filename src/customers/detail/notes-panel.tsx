import type { InfiniteData } from '@tanstack/react-query';
import { useRef } from 'react';
import { addCustomerNote, deleteCustomerNote, listCustomerNotes, type CustomerNote } from '#contract/customer-notes.ts';
import type { Reply } from '#contract/operation.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { readPages } from '#src/api/read-pages.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { messages } from './messages.ts';
import { NoteForm } from './note-form.tsx';
import { CustomerPanel, Nothing } from './panel.tsx';

const texts = messages.notes;

/** How many stand there at first, and how many come with each step. */
const FIRST = 20;
const STEP = 100;

/** The team's notes of a customer, newest first. */
export function NotesPanel({ customerId, count }: { readonly customerId: bigint; readonly count: number }) {
  const { reason } = useWriteAccess('customers:write');
  const { write } = useWrite(deleteCustomerNote, { failed: texts.removeFailed, queues: true });
  const pages = readPages(listCustomerNotes, { identity_id: customerId }, { firstLimit: FIRST, limit: STEP });
  const { query, rows, total = count, more } = useMoreRows({ ...pages, staleTime: 15_000, refetchInterval: 60_000 });
  const panel = useRef<HTMLDivElement>(null);

  function remove({ id, identity_id, body }: CustomerNote): void {
    // The note is gone, and its button with it.
    panel.current?.querySelector('textarea')?.focus();
    void write(
      { query: { id } },
      {
        optimistic: () =>
          patchQueries<InfiniteData<Reply<typeof listCustomerNotes>>>({ queryKey: pages.queryKey }, (notes) => ({
            ...notes,
            pages: notes.pages.map(({ items, total_count }) => ({
              items: items.filter((note) => note.id !== id),
              total_count: Math.max(0, total_count - 1),
            })),
          })),
        undo: () => ({
          text: texts.removed,
          undo: inverse(
            addCustomerNote,
            { body: { identity_id, body } },
            { failed: texts.undoFailed, note: texts.putBack },
          ),
        }),
      },
    );
  }

  return (
    <CustomerPanel title={texts.title} note={texts.count(total)} resource={listCustomerNotes.resource}>
      <div ref={panel}>
        <NoteForm customerId={customerId} reason={reason} />
        <QueryState query={query} name={texts.title} rows={Math.min(count, FIRST)}>
          {() => (
            <>
              {rows.length === 0 ? <Nothing>{texts.empty}</Nothing> : null}
              <ul aria-label={texts.title}>
                {rows.map((note) => (
                  <NoteItem key={note.id.toString()} note={note} reason={reason} onDelete={() => remove(note)} />
                ))}
              </ul>
              <MoreRows {...more} />
            </>
          )}
        </QueryState>
      </div>
    </CustomerPanel>
  );
}

interface NoteItemProps {
  readonly note: CustomerNote;
  readonly reason: string | undefined;
  readonly onDelete: () => void;
}

function NoteItem({ note, reason, onDelete }: NoteItemProps) {
  const zone = useDisplayZone();
  const when = formatNear(note.created_utc, zone, useNow());
  return (
    <li className="flex items-start gap-2 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {note.body}
        </p>
        <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">
          <bdi>{note.author}</bdi>
          {', '}
          <time dateTime={note.created_utc} title={formatInstant(note.created_utc, zone)}>
            {when}
          </time>
        </p>
      </div>
      <span className="print:hidden">
        <IconButton
          icon="close"
          size="sm"
          label={texts.remove(note.author, when)}
          disabledReason={reason}
          onClick={onDelete}
        />
      </span>
    </li>
  );
}
