import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import { updateCustomer } from '#contract/customer-writes.ts';
import type { Customer, CustomerIdentity } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useCountry } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { currentOf, customerName } from '#src/customers/contact.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { Undoable } from '#src/undo/undo-entry.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from '#src/customers/open-customer.ts';

const FIELDS = ['display_name', 'email', 'phone'] as const;
type Field = (typeof FIELDS)[number];
type EditValues = Record<Field, string>;
type EditBody = Body<typeof updateCustomer>;
export type Identity = Customer['identity'];

export function valuesOf(identity: Pick<CustomerIdentity, Field>): EditValues {
  const { display_name, email, phone } = identity;
  return { display_name: display_name ?? '', email: email ?? '', phone: phone ?? '' };
}

/** Only what is different from `base`; an emptied field is cleared. */
export function bodyOf(values: EditValues, base: Identity): EditBody {
  const before = valuesOf(base);
  const changed = FIELDS.filter((field) => values[field].trim() !== before[field].trim());
  const fields = Object.fromEntries(changed.map((field) => [field, values[field].trim() || null]));
  return { id: base.id, ...fields, ...(base.version === undefined ? {} : { version: base.version }) };
}

/** The fields that another person has changed since `base`, and that the form would not save as they are now. */
export function conflictsOf(values: EditValues, base: Identity, theirs: Identity): readonly Field[] {
  const [before, now] = [valuesOf(base), valuesOf(theirs)];
  return FIELDS.filter((field) => now[field] !== before[field] && values[field].trim() !== now[field]);
}

/** The newer one. */
export function newest(a: Identity, b: Identity | null): Identity {
  return b !== null && (b.version ?? 0) > (a.version ?? 0) ? b : a;
}

/** Which of the two the other customer has. */
export function takenField(values: EditValues, owner: CustomerIdentity, country: Country | null): 'email' | 'phone' {
  const isEmailTheirs = owner.email !== null && emailKey(owner.email) === emailKey(values.email.trim());
  if (isEmailTheirs || owner.phone === null) return 'email';
  return phoneKey(owner.phone, country) === phoneKey(values.phone, country) ? 'phone' : 'email';
}

const texts = messages.editing;

interface EditConflictProps {
  /** Fields that another person has changed, and the form would change too. */
  readonly fields: readonly Field[];
  readonly theirs: Identity;
  readonly onMine: (field: Field) => void;
  readonly onTheirs: (field: Field) => void;
}

/** A blank around a text is no change. */
const TRIMMED = { setValueAs: (typed: string) => typed.trim() };
const NAMES = { display_name: texts.name, email: texts.email, phone: texts.phone } as const;

/** Another person's change, field by field, with the two ways on. */
function EditConflict({ fields, theirs, onMine, onTheirs }: EditConflictProps) {
  const { conflict } = texts;
  const values = valuesOf(theirs);
  return (
    <div role="alert" className="empty:hidden">
      {fields.length === 0 ? null : (
        <div className="rounded-control border border-warn-line bg-warn-tint px-3 py-2 text-12 text-warn-text">
          <p className="font-medium">{conflict.title}</p>
          {fields.map((field) => {
            const name = NAMES[field];
            return (
              <div key={field} className="mt-1.5 flex flex-wrap items-center gap-2">
                <p dir="auto" className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                  <AddressText text={conflict.line(name, values[field] === '' ? conflict.empty : values[field])} />
                </p>
                <Button size="sm" aria-label={conflict.mine(name.toLocaleLowerCase())} onClick={() => onMine(field)}>
                  {conflict.mineShort}
                </Button>
                <Button
                  size="sm"
                  aria-label={conflict.theirs(name.toLocaleLowerCase())}
                  onClick={() => onTheirs(field)}
                >
                  {conflict.theirsShort}
                </Button>
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

export interface EditDialogProps {
  readonly open: OpenCustomer;
  readonly onClose: () => void;
}

/** Corrects a customer. Changes by someone else meanwhile are shown, to decide field by field. */
export function EditDialog({ open, onClose }: EditDialogProps) {
  const { reason } = useWriteAccess('customers:write');
  const { write, isBusy, error } = useWrite(updateCustomer);
  const [base, setBase] = useState<Identity>(open.customer.identity);
  const [refused, setRefused] = useState<Identity | null>(null);
  const theirs = newest(open.customer.identity, refused);
  const [hasNothing, setHasNothing] = useState(false);
  const form = useForm<EditValues, unknown, EditBody>({
    defaultValues: valuesOf(base),
    mode: 'onTouched',
    resolver: contractResolver({
      schema: updateCustomer.body,
      names: NAMES,
      bodyOf: (values: EditValues) => bodyOf(values, base),
      also: ({ email, phone }) => ({
        email: email.trim() === '' && phone.trim() === '' ? texts.keepOne : undefined,
      }),
    }),
  });
  const values = useWatch({ control: form.control, compute: (now: EditValues) => now });
  const conflicts = conflictsOf(values, base, theirs);
  const current = currentOf(error);
  const isConflict = current !== null && current.id === base.id;
  useEffect(() => {
    const now = currentOf(error);
    if (now !== null && now.id === open.customer.identity.id) setRefused(now);
  }, [error, open.customer.identity.id]);

  async function send(body: EditBody): Promise<Customer | null> {
    const isEmpty = FIELDS.every((field) => !(field in body));
    setHasNothing(isEmpty);
    if (isEmpty) return null;
    // A change of something else, such as a block, is no reason to refuse this one.
    const next = theirs.version === undefined ? body : { ...body, version: theirs.version };
    return write({ body: next }, { undo: (saved) => undoOf(base, body, saved) });
  }

  function decide(field: Field, isMine: boolean): void {
    if (!isMine) form.resetField(field, { defaultValue: valuesOf(theirs)[field] });
    setBase((before) => ({ ...before, [field]: theirs[field] }));
    form.setFocus(field);
  }

  return (
    <FormDialog
      title={texts.title}
      submit={messages.save}
      disabledReason={reason ?? (conflicts.length > 0 ? texts.conflict.first : undefined)}
      guard={texts.guard}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) => <EditFailure error={isConflict ? null : failure} own={base} values={values} />}
      onClose={onClose}
      onSend={send}
      onDone={onClose}
    >
      <TextField
        label={texts.name}
        size="lg"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'display_name', TRIMMED)}
      />
      <TextField
        label={texts.email}
        size="lg"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'email', { ...TRIMMED, deps: 'phone' })}
      />
      <TextField
        label={texts.phone}
        size="lg"
        dir="ltr"
        type="tel"
        spellCheck={false}
        {...fieldOf(form, 'phone', { ...TRIMMED, deps: 'email' })}
      />
      <EditConflict
        fields={conflicts}
        theirs={theirs}
        onMine={(field) => decide(field, true)}
        onTheirs={(field) => decide(field, false)}
      />
      <p role="status" className="text-12 text-ink-2 empty:hidden">
        {hasNothing ? texts.nothing : null}
      </p>
    </FormDialog>
  );
}

/** The toast of a saved customer; undo restores the changed fields. */
function undoOf(before: Identity, sent: EditBody, { identity }: Customer): Undoable {
  const name = customerName(identity);
  const fields = Object.fromEntries(FIELDS.filter((field) => field in sent).map((field) => [field, before[field]]));
  const version = identity.version === undefined ? {} : { version: identity.version };
  return {
    text: texts.saved(name),
    undo: inverse(
      updateCustomer,
      { body: { id: before.id, ...fields, ...version } },
      { failed: (why) => texts.undoFailed(name, why) },
    ),
  };
}

interface EditFailureProps {
  readonly error: Error | null;
  readonly own: Identity;
  readonly values: EditValues;
}

/** Why it was not saved; where an email or phone is another customer's, whose, and the way to merge the two. */
function EditFailure({ error, own, values }: EditFailureProps) {
  const { taken } = texts;
  const country = useCountry();
  const owner = currentOf(error);
  const link = 'font-medium text-accent-text underline';
  if (owner === null) return <WriteFailure error={error} failed={texts.failed} />;
  return (
    <p role="alert" className="mt-2 flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
      <Icon name="warning" size={14} className="mt-px flex-none" />
      <span>
        {taken[takenField(values, owner, country)]}{' '}
        <Link to="/customers/$id" params={{ id: owner.id.toString() }} className={link}>
          <bdi>{messages.person(customerName(owner), owner.id.toString())}</bdi>
        </Link>
        {'. '}
        <Link to="/customers/merge" search={{ pair: `${own.id}-${owner.id}` }} className={link}>
          {taken.merge}
        </Link>
      </span>
    </p>
  );
}
