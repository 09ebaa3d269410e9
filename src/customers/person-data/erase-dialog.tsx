import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { eraseCustomer } from '#contract/customer-data.ts';
import type { Country } from '#contract/dialling.ts';
import type { Reply } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useCountry } from '#src/api/use-country.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { oneCustomerOptions } from '#src/customers/merge/queries.ts';
import { QueryPending } from '#src/panels/panel.tsx';
import { dropUndo, undoHistory } from '#src/undo/undo.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages } from './messages.ts';
import { partLines, partSentence } from './person-data-parts.ts';

/**
 * Nothing of an erased person stays in this tab: answers that are not on screen are dropped, those that are are asked
 * for anew, and changes that name the person leave the history.
 * @param words name, email and phone
 */
async function forgetPerson(words: readonly string[]): Promise<void> {
  for (const { key, text } of undoHistory.get()) if (words.some((word) => text.includes(word))) dropUndo(key);
  const touched = new Set<unknown>(eraseCustomer.touches);
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => touched.has(queryKey[0]) });
  await invalidateTouched(eraseCustomer);
}

const texts = messages.erasing;
/** Years of chats of one person take a while. */
const TIMEOUT_MS = 120_000;

interface EraseDialogProps {
  readonly id: bigint;
  readonly name: string;
  readonly onClose: () => void;
  readonly onExport: () => void;
  readonly onErased: (id: bigint) => Promise<void>;
}

/** Deletes all that is held of one person: what goes is counted first, and the email or phone is typed. */
export function EraseDialog({ id, name, onClose, onExport, onErased }: EraseDialogProps) {
  const { reason } = useWriteAccess('customers:write');
  const { write, isBusy, error } = useWrite(eraseCustomer, { refetch: 'none' });
  const [typed, setTyped] = useState('');
  const [result, setResult] = useState<Reply<typeof eraseCustomer> | null>(null);
  const customer = useQuery({ ...oneCustomerOptions(id), enabled: result === null });
  const counted = useQuery({
    queryKey: ['customer-erase-preview', id],
    queryFn: ({ signal }) =>
      call(eraseCustomer, { body: { identity_id: id, dry_run: true }, signal, timeoutMs: TIMEOUT_MS }),
    gcTime: 0,
    staleTime: 0,
    enabled: reason === undefined && result === null,
  });
  const identity = customer.data?.identity;
  const wanted = identity?.email ?? identity?.phone ?? null;
  const word = identity?.email === null ? texts.phone : texts.email;
  const country = useCountry();
  const isTyped = wanted === null || isSame(typed, wanted, country);
  const isCounted = counted.data !== undefined && identity !== undefined;
  const isGone = [customer.error, counted.error].some(
    (failure) => failure instanceof ApiFailure && failure.kind === 'not_found',
  );
  const whyNot =
    reason ??
    (isGone
      ? texts.gone
      : !isCounted
        ? counted.isError || customer.isError
          ? texts.notCounted
          : texts.wait
        : isTyped
          ? undefined
          : texts.typeFirst(word));

  async function erase(): Promise<void> {
    if (whyNot !== undefined) return;
    const body = { identity_id: id, ...(wanted === null ? {} : { confirm_email: typed.trim() }) };
    const erased = await write({ body, timeoutMs: TIMEOUT_MS });
    if (erased === null) return;
    setResult(erased);
    await onErased(id);
    await forgetPerson([name, identity?.email, identity?.phone].filter((text) => typeof text === 'string'));
  }

  if (result !== null)
    return (
      <Dialog
        // Another dialog: it takes the focus anew.
        key="result"
        title={texts.doneTitle}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {messages.close}
          </Button>
        }
      >
        <p role="status">{texts.done(partSentence(result))}</p>
      </Dialog>
    );
  return (
    <Dialog
      title={texts.title(name)}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabledReason={isBusy ? texts.working : undefined}>
            {messages.cancel}
          </Button>
          <Button variant="danger" busy={isBusy} disabledReason={whyNot} onClick={() => void erase()}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <p className="font-medium">{texts.lead}</p>
      {reason !== undefined ? (
        <p className="mt-2 text-ink-2">{reason}</p>
      ) : isGone ? (
        <p role="alert" className="mt-2 text-danger-text">
          {texts.gone}
        </p>
      ) : counted.data === undefined || identity === undefined ? (
        <QueryPending
          name={texts.goes}
          query={counted.data === undefined ? counted : customer}
          loading={texts.loading}
          failed={texts.failed}
          rows={6}
          rowClass="min-h-7 px-4"
        />
      ) : (
        <>
          <h3 className="mt-3 text-12 font-medium">{texts.goes}</h3>
          <ul className="mt-1 tabular-nums">
            {[texts.record, ...partLines(counted.data)].map((line) => (
              <li key={line} className="border-b border-line py-1 last:border-b-0">
                {line}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-12 text-ink-2">{texts.links}</p>
          <p className="text-12 text-ink-2">{texts.views}</p>
          <p className="text-12 text-ink-2">{texts.stays}</p>
          <p className="mt-1">
            <button
              type="button"
              className="hit relative text-12 font-medium text-accent-text hover:underline"
              onClick={onExport}
            >
              {texts.exportFirst}
            </button>
          </p>
          {wanted === null ? (
            <p className="mt-3 text-ink-2">{texts.noAddress}</p>
          ) : (
            <ConfirmField
              word={word}
              wanted={wanted}
              value={typed}
              isRight={isTyped}
              onChange={setTyped}
              onSubmit={() => void erase()}
            />
          )}
        </>
      )}
      <p role="status" className="mt-2 text-12 text-ink-2">
        {isBusy ? texts.working : null}
      </p>
      <div role="alert">
        {error === null || isBusy ? null : (
          <p className="text-danger-text [overflow-wrap:anywhere]">{failureOf(error)}</p>
        )}
      </div>
    </Dialog>
  );
}

interface ConfirmFieldProps {
  /** "email" or "phone". */
  readonly word: string;
  readonly wanted: string;
  readonly value: string;
  readonly isRight: boolean;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

/** The email or phone is typed by hand, so that a person is not erased unseen. */
function ConfirmField({ word, wanted, value, isRight, onChange, onSubmit }: ConfirmFieldProps) {
  const id = useId();
  // Said once as much was typed as there is: not at each letter.
  const isWrong = !isRight && value.trim().length >= wanted.length;
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label htmlFor={id} className="block text-12 font-medium">
        {texts.label(word)}
      </label>
      <p id={`${id}-wanted`} dir="auto" className="font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
        {wanted}
      </p>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={value}
        aria-describedby={`${id}-wanted ${id}-problem`}
        aria-invalid={isWrong || undefined}
        className="mt-1 min-h-control w-full rounded-control border border-line-control bg-surface px-2 text-ink"
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-problem`} role="status" className="mt-1 text-12 text-danger-text">
        {isWrong ? texts.mismatch(word) : null}
      </p>
    </form>
  );
}

function failureOf(error: Error): string {
  if (error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout')) return texts.unsure;
  if (error instanceof ApiFailure && error.kind === 'not_found') return texts.gone;
  return texts.notErased(failureMessage(error));
}

/** In any way of writing it, as the service compares. */
function isSame(typed: string, wanted: string, country: Country | null): boolean {
  const text = typed.trim();
  if (text === '') return false;
  return wanted.includes('@')
    ? emailKey(text) === emailKey(wanted)
    : phoneKey(text, country) === phoneKey(wanted, country);
}
