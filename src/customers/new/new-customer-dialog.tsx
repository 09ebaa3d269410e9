import { useId, useRef, useState, type ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { createCustomer } from '#contract/customer-writes.ts';
import { customer, type Customer } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { contactOf } from '#src/customers/contact.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { sessionState } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

interface TextFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'> {
  readonly label: string;
  readonly type: 'text' | 'email' | 'tel';
  readonly hint?: string;
  readonly error: string | undefined;
}

/** A label above its field, what helps below, and what is wrong with it where something is. */
function TextField({ label, type, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  const described = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ].join(' ');
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type={type}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described === '' ? undefined : described}
        className={`min-h-control w-full rounded-control border bg-surface px-2.5 text-ink pointer-coarse:max-md:text-[16px] ${
          error === undefined ? 'border-line-control' : 'border-danger'
        }`}
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 flex gap-1.5 text-12 text-danger-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1 text-12 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Who has the email or phone already, as a refused creation says; null for every other failure. */
function takenCustomer(error: unknown): Customer['identity'] | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  const read = customer.safeParse(error.current);
  return read.success ? read.data.identity : null;
}

interface NewCustomerDialogProps {
  /** What was searched for in vain: an email or a phone stands in its field already. */
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
  const formId = useId();
  const { reason } = useWriteAccess('customers:write');
  const { write, isBusy, error, reset } = useWrite(createCustomer);
  const { register, formState, handleSubmit } = useForm<Values, unknown, Body<typeof createCustomer>>({
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
  const { isDirty, errors } = formState;
  const [isClosing, setClosing] = useState(false);
  // The customer exists, or what was written is given up: nothing is left to ask about.
  const isDone = useRef(false);
  const taken = takenCustomer(error);

  function close(): void {
    if (isDirty && !isDone.current) setClosing(true);
    else onClose();
  }

  function open(id: bigint): void {
    isDone.current = true;
    onOpen(id);
  }

  async function send(body: Body<typeof createCustomer>): Promise<void> {
    const made = await write({ body });
    if (made === null) return;
    toast({ kind: 'done', text: messages.created(customerName(made.identity)) });
    open(made.identity.id);
  }

  return (
    <>
      <Dialog
        title={messages.title}
        onClose={close}
        footer={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" form={formId} variant="primary" busy={isBusy} disabledReason={reason}>
              {messages.submit}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          aria-label={messages.title}
          className="flex flex-col gap-3"
          onChange={() => error !== null && reset()}
          onSubmit={(event) => void handleSubmit(send)(event)}
        >
          <TextField label={messages.email} type="email" error={errors.email?.message} {...register('email')} />
          <TextField
            label={messages.phone}
            type="tel"
            hint={messages.phoneHint}
            error={errors.phone?.message}
            {...register('phone')}
          />
          <TextField
            label={messages.name}
            type="text"
            error={errors.display_name?.message}
            {...register('display_name')}
          />
          <p className="text-12 text-ink-3">{messages.optional}</p>
          <div role="alert">
            {error === null ? null : (
              <p className="flex flex-wrap items-center gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
                <Icon name="warning" size={14} className="flex-none" />
                {taken === null ? failureMessage(error) : messages.taken(customerName(taken))}
                {taken === null ? null : (
                  <Button size="sm" onClick={() => open(taken.id)}>
                    <span className="max-w-60 truncate">{messages.openTaken(customerName(taken))}</span>
                  </Button>
                )}
              </p>
            )}
          </div>
        </form>
      </Dialog>
      <LeaveGuard
        texts={messages.guard}
        isDirty={() => isDirty && !isDone.current}
        isOver={() => sessionState().phase === 'out'}
        isClosing={isClosing}
        onStay={() => setClosing(false)}
        onDiscard={() => {
          isDone.current = true;
          onClose();
        }}
      />
    </>
  );
}

function textOf(typed: string): string | null {
  const text = typed.trim();
  return text === '' ? null : text;
}
