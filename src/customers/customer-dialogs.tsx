import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { createCustomer, updateCustomer } from '#contract/customer-writes.ts';
import type { Customer, CustomerIdentity } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useAction, useWrite, write } from '#src/api/write.ts';
import { contactOf, currentOf, customerName } from '#src/customers/contact.ts';
import type { OpenCustomer } from '#src/customers/open-customer.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { defineMessages } from '#src/i18n/messages.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';

const messages = defineMessages({
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  taken: (name: string) => `${name} has this email or phone already.`,
  guard: {
    title: 'Discard these changes?',
    text: 'Your changes will be lost.',
    discard: 'Discard',
    keep: 'Keep editing',
  },
  create: {
    title: 'New customer',
    either: 'Enter an email or a phone.',
    submit: 'Create customer',
    created: (name: string) => `${name} created`,
    open: (name: string) => `Open ${name}`,
  },
  edit: {
    title: 'Edit customer',
    save: 'Save',
    keepOne: 'Keep an email or a phone, or we can’t match messages.',
    saved: (name: string) => `${name} saved`,
    undoFailed: (name: string, why: string) => `The change of ${name} was not undone. ${why}`,
    failed: (why: string) => `Not saved. ${why}`,
    merge: 'Merge them?',
    changed: 'Someone else changed this customer.',
    line: (field: string, value: string) => `${field} is now ${value}.`,
    empty: 'empty',
    anyway: 'Save mine anyway',
  },
});

const FIELDS = ['display_name', 'email', 'phone'] as const;
const NAMES = { display_name: messages.name, email: messages.email, phone: messages.phone } as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;
type EditBody = Body<typeof updateCustomer>;
export type Identity = Customer['identity'];

function textOf(typed: string): string | null {
  return typed.trim() || null;
}

interface NewCustomerDialogProps {
  /** The search without a result; an email or phone fills its field. */
  readonly typed: string;
  readonly onClose: () => void;
  readonly onOpen: (id: bigint) => void;
}

/** Creates a customer with an email, a phone or both. */
export function NewCustomerDialog({ typed, onClose, onOpen }: NewCustomerDialogProps) {
  const texts = messages.create;
  const { reason } = useWriteAccess('customers:write');
  const { write: create, isBusy, error, reset } = useWrite(createCustomer);
  const form = useForm<Values, unknown, Body<typeof createCustomer>>({
    defaultValues: { email: '', phone: '', display_name: '', ...contactOf(typed) },
    resolver: contractResolver({
      schema: createCustomer.body,
      names: NAMES,
      bodyOf: ({ email, phone, display_name }: Values) => ({
        email: textOf(email),
        phone: textOf(phone),
        display_name: textOf(display_name),
      }),
      also: ({ email, phone }) => ({
        email: (textOf(email) ?? textOf(phone)) === null ? texts.either : undefined,
      }),
    }),
  });
  const owner = currentOf(error);
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      disabledReason={reason}
      guard={messages.guard}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure, leave) =>
        owner === null ? (
          <WriteFailure error={failure} />
        ) : (
          <Taken name={customerName(owner)}>
            <Button size="sm" onClick={() => leave(() => onOpen(owner.id))}>
              <span className="max-w-60 truncate">{texts.open(customerName(owner))}</span>
            </Button>
          </Taken>
        )
      }
      onClose={onClose}
      onSend={(body) => create({ body })}
      onDone={({ identity }) => {
        toast({ kind: 'done', text: texts.created(customerName(identity)) });
        onOpen(identity.id);
      }}
    >
      <ContactFields form={form} onChange={reset} />
    </FormDialog>
  );
}

interface ContactFieldsProps<Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  readonly onChange: () => void;
}

function ContactFields<Output>({ form, onChange }: ContactFieldsProps<Output>) {
  // A blank around a text is no change.
  const options = { onChange, setValueAs: (typed: string) => typed.trim() };
  return (
    <>
      <TextField label={messages.name} spellCheck={false} {...fieldOf(form, 'display_name', options)} />
      <TextField
        label={messages.email}
        type="email"
        spellCheck={false}
        {...fieldOf(form, 'email', { ...options, deps: 'phone' })}
      />
      <TextField
        label={messages.phone}
        type="tel"
        spellCheck={false}
        {...fieldOf(form, 'phone', { ...options, deps: 'email' })}
      />
    </>
  );
}

/** Another customer has the email or phone. */
function Taken({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <p
      role="alert"
      className="mt-2 flex flex-wrap items-center gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]"
    >
      <Icon name="warning" size={14} className="flex-none" />
      <span className="min-w-0 flex-1 basis-40">
        <AddressText text={messages.taken(name)} />
      </span>
      {children}
    </p>
  );
}

export function valuesOf({ display_name, email, phone }: Pick<CustomerIdentity, Field>): Values {
  return { display_name: display_name ?? '', email: email ?? '', phone: phone ?? '' };
}

/** Only what is different from `base`; an emptied field is cleared. */
export function bodyOf(values: Values, base: Identity): EditBody {
  const before = valuesOf(base);
  const changed = FIELDS.filter((field) => values[field].trim() !== before[field].trim());
  return { id: base.id, ...Object.fromEntries(changed.map((field) => [field, textOf(values[field])])) };
}

/** The fields of the body that another person has changed since `base`, to another value. */
export function conflictsOf(body: EditBody, base: Identity, theirs: Identity): readonly Field[] {
  return FIELDS.filter((field) => field in body && theirs[field] !== base[field] && theirs[field] !== body[field]);
}

export interface EditDialogProps {
  readonly open: OpenCustomer;
  readonly onClose: () => void;
}

/** Corrects a customer. A field that someone else changed meanwhile is overwritten only after a question. */
export function EditDialog({ open, onClose }: EditDialogProps) {
  const texts = messages.edit;
  const { reason } = useWriteAccess('customers:write');
  const { act, isBusy, error, reset } = useAction();
  const [base] = useState(open.customer.identity);
  const form = useForm<Values, unknown, EditBody>({
    defaultValues: valuesOf(base),
    mode: 'onTouched',
    resolver: contractResolver({
      schema: updateCustomer.body,
      names: NAMES,
      bodyOf: (values: Values) => bodyOf(values, base),
      also: ({ email, phone }) => ({ email: (textOf(email) ?? textOf(phone)) === null ? texts.keepOne : undefined }),
    }),
  });

  function send(body: EditBody, { version }: Identity): Promise<Customer> {
    return write(updateCustomer, { body: version === undefined ? body : { ...body, version } });
  }

  function save(body: EditBody, seen: Identity): Promise<Customer | null> {
    const run = () =>
      send(body, seen).catch((failure: unknown) => {
        const theirs = currentOf(failure);
        // A change of something else, such as a block, does not matter here.
        if (theirs?.id !== base.id || conflictsOf(body, seen, theirs).length > 0) throw failure;
        return send(body, theirs);
      });
    return act(run, {
      undo: ({ identity }) => ({
        text: texts.saved(customerName(identity)),
        undo: inverse(
          updateCustomer,
          {
            body: {
              id: base.id,
              ...Object.fromEntries(FIELDS.filter((field) => field in body).map((field) => [field, seen[field]])),
              ...(identity.version === undefined ? {} : { version: identity.version }),
            },
          },
          { failed: (why) => texts.undoFailed(customerName(identity), why) },
        ),
      }),
    });
  }

  const other = currentOf(error);
  return (
    <FormDialog
      title={texts.title}
      submit={texts.save}
      disabledReason={reason}
      guard={messages.guard}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure, leave) => {
        if (other === null) return <WriteFailure error={failure} failed={texts.failed} />;
        if (other.id !== base.id)
          return (
            <Taken name={customerName(other)}>
              <Link
                to="/customers/merge"
                search={{ pair: `${base.id}-${other.id}` }}
                className="font-medium text-accent-text underline"
              >
                {texts.merge}
              </Link>
            </Taken>
          );
        const body = bodyOf(form.getValues(), base);
        return (
          <div
            role="alert"
            className="mt-3 flex flex-wrap items-center gap-2 rounded-control border border-warn-line bg-warn-tint px-3 py-2 text-12 text-warn-text"
          >
            <p dir="auto" className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
              <span className="font-medium">{texts.changed}</span>{' '}
              <AddressText
                text={conflictsOf(body, base, other)
                  .map((field) => texts.line(NAMES[field], other[field] ?? texts.empty))
                  .join(' ')}
              />
            </p>
            <Button
              size="sm"
              busy={isBusy}
              onClick={() => void save(body, other).then((saved) => (saved === null ? undefined : leave(onClose)))}
            >
              {texts.anyway}
            </Button>
          </div>
        );
      }}
      onClose={onClose}
      // Without a change there is nothing to save.
      onSend={(body) => (Object.keys(body).length === 1 ? Promise.resolve(open.customer) : save(body, base))}
      onDone={onClose}
    >
      <ContactFields form={form} onChange={reset} />
    </FormDialog>
  );
}
