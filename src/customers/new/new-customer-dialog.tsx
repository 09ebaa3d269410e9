import { useForm } from 'react-hook-form';
import { createCustomer } from '#contract/customer-writes.ts';
import type { Customer } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { contactOf, currentOf, customerName } from '#src/customers/contact.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { defineMessages } from '#src/i18n/messages.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';

const messages = defineMessages({
  title: 'New customer',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  phoneHint: 'Any format works, such as +49 151 5550 1884.',
  either: 'Enter an email or a phone.',
  optional: 'An email or a phone is enough.',
  submit: 'Create customer',
  created: (name: string) => `${name} created`,
  taken: (name: string) => `${name} has this email or phone already.`,
  openTaken: (name: string) => `Open ${name}`,
  guard: {
    title: 'Discard this customer?',
    text: 'Your changes will be lost.',
    discard: 'Discard',
    keep: 'Keep editing',
  },
});

interface NewCustomerDialogProps {
  /** The search without a result; an email or phone fills its field. */
  readonly typed: string;
  readonly onClose: () => void;
  readonly onOpen: (id: bigint) => void;
}

interface Values {
  email: string;
  phone: string;
  display_name: string;
}

const EMPTY: Values = { email: '', phone: '', display_name: '' };

/** A customer by hand: with an email, a phone or both. */
export function NewCustomerDialog({ typed, onClose, onOpen }: NewCustomerDialogProps) {
  const { reason } = useWriteAccess('customers:write');
  const { write, isBusy, error, reset } = useWrite(createCustomer);
  const form = useForm<Values, unknown, Body<typeof createCustomer>>({
    defaultValues: { ...EMPTY, ...contactOf(typed) },
    resolver: contractResolver({
      schema: createCustomer.body,
      names: { email: messages.email, phone: messages.phone, display_name: messages.name },
      bodyOf: (values: Values) => ({
        email: textOf(values.email),
        phone: textOf(values.phone),
        display_name: textOf(values.display_name),
      }),
      also: ({ email, phone }) => ({
        email: (textOf(email) ?? textOf(phone)) === null ? messages.either : undefined,
      }),
    }),
  });
  const taken = currentOf(error);
  return (
    <FormDialog
      title={messages.title}
      submit={messages.submit}
      disabledReason={reason}
      guard={messages.guard}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure, leave) =>
        taken === null ? (
          <WriteFailure error={failure} />
        ) : (
          <Taken customer={taken} onOpen={() => leave(() => onOpen(taken.id))} />
        )
      }
      onClose={onClose}
      onSend={(body) => write({ body })}
      onDone={({ identity }) => {
        toast({ kind: 'done', text: messages.created(customerName(identity)) });
        onOpen(identity.id);
      }}
    >
      <TextField
        label={messages.email}
        type="email"
        spellCheck={false}
        {...fieldOf(form, 'email', { onChange: reset })}
      />
      <TextField
        label={messages.phone}
        type="tel"
        spellCheck={false}
        hint={messages.phoneHint}
        {...fieldOf(form, 'phone', { onChange: reset })}
      />
      <TextField label={messages.name} spellCheck={false} {...fieldOf(form, 'display_name', { onChange: reset })} />
      <p className="text-12 text-ink-3">{messages.optional}</p>
    </FormDialog>
  );
}

/** The owner of the email or phone. */
function Taken({ customer: owner, onOpen }: { readonly customer: Customer['identity']; readonly onOpen: () => void }) {
  const name = customerName(owner);
  return (
    <div role="alert">
      <p className="mt-2 flex flex-wrap items-center gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
        <Icon name="warning" size={14} className="flex-none" />
        <span className="min-w-0 flex-1 basis-40">
          <AddressText text={messages.taken(name)} />
        </span>
        <Button size="sm" onClick={onOpen}>
          <span className="max-w-60 truncate">{messages.openTaken(name)}</span>
        </Button>
      </p>
    </div>
  );
}

function textOf(typed: string): string | null {
  const text = typed.trim();
  return text === '' ? null : text;
}
