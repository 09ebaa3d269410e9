import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { eraseCustomer } from '#contract/customer-data.ts';
import type { Country } from '#contract/dialling.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { isUnsure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useCountry, useWhoami } from '#src/api/whoami.ts';
import { useWrite } from '#src/api/write.ts';
import { SITE_KEYS } from '#src/browser/storage.ts';
import { storeTabDraft } from '#src/browser/tab-drafts.ts';
import type { OpenCustomer } from '#src/customers/open-customer.ts';
import { PartList, partSentence } from '#src/customers/parts.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { defineMessages } from '#src/i18n/messages.ts';
import { isNotFound, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { TextButton } from '#src/ui/button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { retractUndo, undoStack } from '#src/undo/undo.ts';

const texts = defineMessages({
  title: (name: string) => `Erase data of ${name}`,
  lead: 'This deletes everything held about this person. It cannot be undone.',
  goes: 'Will be deleted',
  record: 'The customer, with name, email, phone and notes',
  links: 'Their portal links stop at once, and waiting webhook messages about them are not sent.',
  views: 'Saved views that search for them are deleted too, and so is a tag with their name if no other ticket has it.',
  stays:
    'Stays: audit log entries that say who erased how much, without personal data, and chat ratings as bare numbers.',
  exportFirst: 'Export the data first',
  loading: 'Checking what’s included…',
  failed: 'Could not check what’s included',
  gone: 'This customer no longer exists.',
  label: (word: string) => `Type the customer’s ${word} to confirm`,
  email: 'email',
  phone: 'phone',
  mismatch: (word: string) => `This is not the customer’s ${word}.`,
  submit: 'Erase for good',
  wait: 'Still checking what’s included.',
  typeFirst: (word: string) => `Type the ${word} first.`,
  working: 'Erasing. This can take a minute.',
  done: (parts: string) => `All data of this person is erased: ${parts}.`,
  nothing: 'only the customer',
  notErased: (why: string) => `Not erased. ${why}`,
  unsure:
    'We couldn’t confirm that all data was erased. Search for the customer: if they’re still there, erase again to finish.',
});
/** Years of chats of one person take a while. */
const TIMEOUT_MS = 120_000;

interface Values {
  confirm_email: string;
}

export interface EraseDialogProps {
  readonly open: OpenCustomer;
  readonly onClose: () => void;
  readonly onExport: () => void;
  readonly onErased: (id: bigint) => Promise<void>;
}

/** Deletes all that is held of one person: what goes is counted first, and the email or phone is typed. */
export function EraseDialog({ open, onClose, onExport, onErased }: EraseDialogProps) {
  const { name } = open;
  const { id, email, phone } = open.customer.identity;
  const { site_id: siteId } = useWhoami();
  const country = useCountry();
  const { write, isBusy, error } = useWrite(eraseCustomer, { refetch: 'none' });
  const counted = useQuery({
    queryKey: ['customer-erase-preview', id],
    queryFn: ({ signal }) =>
      call(eraseCustomer, { body: { identity_id: id, dry_run: true }, signal, timeoutMs: TIMEOUT_MS }),
    gcTime: 0,
    staleTime: 0,
  });
  const wanted = email ?? phone;
  const word = email === null ? texts.phone : texts.email;
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

  async function finish(erased: Reply<typeof eraseCustomer>): Promise<void> {
    onClose();
    toast({ kind: 'done', text: texts.done(partSentence(erased) ?? texts.nothing), stayMs: 15_000 });
    storeTabDraft(SITE_KEYS.noteDrafts, siteId, id, '');
    await onErased(id);
    await forgetPerson([name, email, phone].filter((text) => text !== null));
  }

  return (
    <FormDialog
      title={texts.title(name)}
      submit={texts.submit}
      isDanger
      isFinal
      disabledReason={
        isNotFound(counted.error)
          ? texts.gone
          : counted.data === undefined
            ? texts.wait
            : isTyped
              ? undefined
              : texts.typeFirst(word)
      }
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) => (
        <WriteFailure error={failure} failed={(why) => (isUnsure(failure) ? texts.unsure : texts.notErased(why))} />
      )}
      // It cannot be called back.
      onClose={() => (isBusy ? undefined : onClose())}
      onSend={(body) => write({ body, timeoutMs: TIMEOUT_MS })}
      onDone={(erased) => void finish(erased)}
    >
      <p className="font-medium">{texts.lead}</p>
      <QueryState
        query={counted}
        name={texts.goes}
        loading={texts.loading}
        failed={texts.failed}
        missing={<p role="alert">{texts.gone}</p>}
        rows={6}
        rowClass="min-h-7 px-4"
      >
        {(counts) => (
          <>
            <h3 className="text-12 font-medium">{texts.goes}</h3>
            <PartList record={texts.record} counts={counts} />
            <div className="text-12 text-ink-2">
              <p>{texts.links}</p>
              <p>{texts.views}</p>
              <p>{texts.stays}</p>
            </div>
            <TextButton className="self-start text-12 font-medium" onClick={onExport}>
              {texts.exportFirst}
            </TextButton>
            {wanted === null ? null : (
              // A wrong text is reported once it is long enough.
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
      </QueryState>
      <p role="status" className="text-12 text-ink-2 empty:hidden">
        {isBusy ? texts.working : null}
      </p>
    </FormDialog>
  );
}

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

/** In any way of writing it, as the service compares. */
function isSame(typed: string, wanted: string, country: Country | null): boolean {
  const text = typed.trim();
  if (text === '') return false;
  return wanted.includes('@')
    ? emailKey(text) === emailKey(wanted)
    : phoneKey(text, country) === phoneKey(wanted, country);
}
