import type { InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addCustomerNote, deleteCustomerNote, listCustomerNotes, type CustomerNote } from '#contract/customer-notes.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { readPages } from '#src/api/read.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { SITE_KEYS } from '#src/browser/storage.ts';
import { readTabDraft, storeTabDraft } from '#src/browser/tab-drafts.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { fieldOf, TextArea } from '#src/forms/field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { undoLast } from '#src/undo/undo.ts';
import { messages } from './messages.ts';
import { CustomerPanel, Nothing } from './related-panels.tsx';

const texts = messages.notes;

interface NoteFormProps {
  readonly customerId: bigint;
  /** Why no note can be added. */
  readonly reason: string | undefined;
}

interface Values {
  body: string;
}

/** Writes a note. The draft survives a reload and another page in this tab. */
function NoteForm({ customerId, reason }: NoteFormProps) {
  const { site_id: siteId } = useWhoami();
  const {
    write,
    isBusy,
    error,
    reset: forget,
  } = useWrite(addCustomerNote, {
    undo: ({ id: note }) => ({
      text: texts.added,
      undo: inverse(deleteCustomerNote, { query: { id: note } }, { failed: texts.addUndoFailed }),
    }),
  });
  const form = useForm<Values, unknown, Body<typeof addCustomerNote>>({
    defaultValues: { body: readTabDraft(SITE_KEYS.noteDrafts, siteId, customerId) },
    resolver: contractResolver({
      schema: addCustomerNote.body,
      names: { body: texts.field },
      bodyOf: ({ body }: Values) => ({ identity_id: customerId, body: body.trim() }),
    }),
  });
  const text = useWatch({ control: form.control, name: 'body' });
  useEffect(() => storeTabDraft(SITE_KEYS.noteDrafts, siteId, customerId, text), [siteId, customerId, text]);
  const isEmpty = text.trim() === '';

  function clear(): void {
    form.reset({ body: '' });
    forget();
    form.setFocus('body');
  }

  const submit = form.handleSubmit(async (body) => {
    if (reason === undefined && (await write({ body })) !== null) clear();
  });
  return (
    <form noValidate className="py-2 print:hidden" onSubmit={(event) => void submit(event)}>
      <TextArea
        label={texts.label}
        isLabelHidden
        hint={isEmpty ? texts.hint : texts.draft}
        rows={2}
        readOnly={reason !== undefined}
        placeholder={texts.placeholder}
        onKeyDown={(event) => {
          // After adding a note, the empty field has the focus: undo the note, as there is no text.
          if (isEmpty && event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
            event.preventDefault();
            undoLast();
            return;
          }
          if (event.nativeEvent.isComposing || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
        {...fieldOf(form, 'body')}
      />
      <WriteFailure error={error} failed={texts.failed} />
      <div className="mt-1.5 flex justify-end gap-2">
        {isEmpty ? null : (
          <Button size="sm" variant="ghost" onClick={clear}>
            {texts.discard}
          </Button>
        )}
        <Button size="sm" type="submit" kbd="mod+enter" busy={isBusy} disabledReason={reason}>
          {texts.add}
        </Button>
      </div>
    </form>
  );
}

/** Rows at first, and for each "Show more". */
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
    // The button with the focus is gone.
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
    <CustomerPanel title={texts.title} note={formatCount(total)}>
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
  const when = formatNear(note.created_utc, useDisplayZone(), useNow());
  return (
    <li className="flex items-start gap-2 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {note.body}
        </p>
        <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">
          <bdi>{note.author}</bdi>
          {', '}
          <Instant at={note.created_utc}>{when}</Instant>
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
