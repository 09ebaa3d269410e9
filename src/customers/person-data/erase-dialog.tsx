import { oneCustomerOptions } from '#src/customers/open-customer.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { eraseCustomer } from '#contract/customer-data.ts';
import type { Country } from '#contract/dialling.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useCountry } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { QueryPending } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { retractUndo, undoStack } from '#src/undo/undo.ts';
import { Button, TextButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { PartList, partSentence } from '#src/customers/parts.tsx';

/**
 * Removes the erased person from this tab: drops answers that are not on screen, refetches those that are, and drops
 * changes that name the person from what Ctrl Z undoes.
 * @param words name, email and phone
 */
async function forgetPerson(words: readonly string[]): Promise<void> {
  for (const { key, text } of undoStack.get()) if (words.some((word) => text.includes(word))) retractUndo(key);
  const touched = new Set<unknown>(eraseCustomer.touches);
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => touched.has(queryKey[0]) });
  await invalidateTouched(eraseCustomer);
}

const texts = defineMessages({
  close: 'Close',
  title: (name: string) => `Erase data of ${name}`,
  lead: 'This deletes everything held about this person. It cannot be undone.',
  goes: 'Will be deleted',
  record: 'The customer, with name, email, phone and notes',
  stays:
    'Stays: audit log entries that say who erased how much, without personal data, and chat ratings as bare numbers.',
  links: 'Their portal links stop at once, and waiting webhook messages about them are not sent.',
  views: 'Saved views that search for them are deleted too, and so is a tag with their name if no other ticket has it.',
  exportFirst: 'Export the data first',
  loading: 'Checking what’s included…',
  failed: 'Could not check what’s included',
  label: (word: string) => `Type the customer’s ${word} to confirm`,
  email: 'email',
  phone: 'phone',
  mismatch: (word: string) => `This is not the customer’s ${word}.`,
  noAddress: 'This customer has no email or phone, so you don’t need to type one.',
  submit: 'Erase for good',
  wait: 'Still checking what’s included.',
  notCounted: 'We couldn’t check what’s included.',
  typeFirst: (word: string) => `Type the ${word} first.`,
  working: 'Erasing. This can take a minute.',
  doneTitle: 'Data erased',
  done: (parts: string) => `All data of this person is erased: ${parts}.`,
  nothing: 'only the customer',
  notErased: (why: string) => `Not erased. ${why}`,
  unsure:
    'We couldn’t confirm that all data was erased. Search for the customer: if they’re still there, erase again to finish.',
  gone: 'This customer no longer exists. Someone may have erased or merged them.',
});
/** Years of chats of one person take a while. */
const TIMEOUT_MS = 120_000;

interface Values {
  confirm_email: string;
}

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
  const form = useForm<Values, unknown, Body<typeof eraseCustomer>>({
    defaultValues: { confirm_email: '' },
    resolver: contractResolver({
      schema: eraseCustomer.body,
      names: { confirm_email: texts.label(word) },
      bodyOf: ({ confirm_email }: Values) => ({
        identity_id: id,
        ...(wanted === null ? {} : { confirm_email: confirm_email.trim() }),
      }),
    }),
  });
  const typed = useWatch({ control: form.control, name: 'confirm_email' });
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

  async function finish(erased: Reply<typeof eraseCustomer>): Promise<void> {
    setResult(erased);
    await onErased(id);
    await forgetPerson([name, identity?.email, identity?.phone].filter((text) => typeof text === 'string'));
  }

  if (result !== null)
    return (
      <Dialog
        // Another dialog, which takes the focus.
        key="result"
        title={texts.doneTitle}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        }
      >
        <p role="status">{texts.done(partSentence(result) ?? texts.nothing)}</p>
      </Dialog>
    );
  return (
    <FormDialog
      title={texts.title(name)}
      submit={texts.submit}
      isDanger
      isFinal
      disabledReason={whyNot}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) => <WriteFailure error={failure} failed={(why) => whyFailed(failure, why)} />}
      // It cannot be called back.
      onClose={() => (isBusy ? undefined : onClose())}
      onSend={(body) => write({ body, timeoutMs: TIMEOUT_MS })}
      onDone={(erased) => void finish(erased)}
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
          <PartList record={texts.record} counts={counted.data} />
          <p className="mt-2 text-12 text-ink-2">{texts.links}</p>
          <p className="text-12 text-ink-2">{texts.views}</p>
          <p className="text-12 text-ink-2">{texts.stays}</p>
          <p className="mt-1">
            <TextButton className="text-12 font-medium" onClick={onExport}>
              {texts.exportFirst}
            </TextButton>
          </p>
          {wanted === null ? (
            <p className="mt-3 text-ink-2">{texts.noAddress}</p>
          ) : (
            // Typed by hand, so that a person is not erased by accident. A wrong text is reported once it is long enough.
            <TextField
              label={texts.label(word)}
              hint={
                <bdi className="font-mono [overflow-wrap:anywhere]">
                  <AddressText text={wanted} />
                </bdi>
              }
              spellCheck={false}
              {...fieldOf(form, 'confirm_email')}
              error={!isTyped && typed.trim().length >= wanted.length ? texts.mismatch(word) : undefined}
            />
          )}
        </>
      )}
      <p role="status" className="text-12 text-ink-2 empty:hidden">
        {isBusy ? texts.working : null}
      </p>
    </FormDialog>
  );
}

function whyFailed(error: Error | null, why: string): string {
  if (error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout')) return texts.unsure;
  return error instanceof ApiFailure && error.kind === 'not_found' ? texts.gone : texts.notErased(why);
}

/** In any way of writing it, as the service compares. */
function isSame(typed: string, wanted: string, country: Country | null): boolean {
  const text = typed.trim();
  if (text === '') return false;
  return wanted.includes('@')
    ? emailKey(text) === emailKey(wanted)
    : phoneKey(text, country) === phoneKey(wanted, country);
}
