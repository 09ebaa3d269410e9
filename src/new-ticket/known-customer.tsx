import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { getCustomer, type Customer } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { Button } from '#src/ui/button.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import type { FormValues, NewTicket, NewTicketFor } from './form-values.ts';
import { messages } from './messages.ts';
import {
  detailsBeside,
  filledCustomer,
  replacedDetails,
  type Details,
  type FilledCustomer,
} from './requester-details.ts';

const { customer: texts } = messages;

type Form = UseFormReturn<FormValues, unknown, NewTicket>;

interface KnownCustomerProps {
  readonly form: Form;
  /** The form was opened with this person's name and phone. */
  readonly requester: NewTicketFor;
}

/**
 * Shows the customer of the email while it is typed; the ticket goes to that customer. Name and phone that came from a
 * customer are removed with the email, so that no ticket gets those of another person.
 */
export function KnownCustomer({ form, requester }: KnownCustomerProps) {
  const [email, name, phone] = useWatch({
    control: form.control,
    name: ['requester_email', 'requester_name', 'requester_phone'],
  });
  const { customer, remark } = useCustomerOf(email);
  const details = customer === null ? null : detailsOf(customer);
  const fill = useFilledDetails(form, requester, { email, found: details });
  if (customer === null || details === null) return remark === null ? null : <Status>{remark}</Status>;
  const { total, open } = customer.tickets;
  const shown = details.name || details.phone || email.trim();
  const canFill = (details.name !== '' && name.trim() === '') || (details.phone !== '' && phone.trim() === '');
  return (
    <Status>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control bg-sunken px-2 py-1.5 text-ink-2">
        <Avatar name={shown} />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="sr-only">{texts.known} </span>
          <span dir="auto" className="font-medium text-ink">
            {shown}
          </span>{' '}
          <span className="whitespace-nowrap">{texts.tickets(total, open)}</span>
        </span>
        {canFill ? (
          <Button size="sm" onClick={() => fill(details)}>
            {texts.fill}
          </Button>
        ) : null}
      </span>
    </Status>
  );
}

function Status({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className="mt-1 text-12 text-ink-3">
      {children}
    </div>
  );
}

/** Name and phone of the customer's record. */
export function detailsOf({ identity }: Customer): Details {
  return { name: identity.display_name ?? '', phone: identity.phone ?? '' };
}

/** Looks up an email, for the form and for its request. */
export function customerOfEmail(email: string) {
  return { ...read(getCustomer, { email }), staleTime: 60_000, retry: false } as const;
}

/** The customer with exactly this email, or a sentence if there is none. */
function useCustomerOf(email: string): { readonly customer: Customer | null; readonly remark: string | null } {
  const typed = email.trim();
  const settled = useSettled(typed);
  const isAsked = settled === typed && isEmail(settled);
  const { data, error, isFetching } = useQuery({ ...customerOfEmail(settled), enabled: isAsked });
  if (!isAsked) return { customer: null, remark: null };
  if (data !== undefined) return { customer: data, remark: null };
  const isFresh = error instanceof ApiFailure && error.kind === 'not_found';
  if (isFresh) return { customer: null, remark: texts.fresh };
  return { customer: null, remark: isFetching ? texts.looking : error === null ? null : texts.unsure };
}

interface Filled {
  readonly customer: FilledCustomer;
  /** The values filled in last; other values were typed. */
  readonly details: Details;
}

/** Keeps a customer's name and phone in step with the email. Returns a function that fills in the empty fields. */
function useFilledDetails(
  form: Form,
  requester: NewTicketFor,
  { email, found }: { readonly email: string; readonly found: Details | null },
): (details: Details) => void {
  const filled = useRef(filledAtFirst(requester));

  function change({ name, phone }: Partial<Details>): void {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    if (name !== undefined) form.setValue('requester_name', name, options);
    if (phone !== undefined) form.setValue('requester_phone', phone, options);
  }

  useEffect(() => {
    if (filled.current === null) return;
    const { customer, details } = filled.current;
    const next = detailsBeside(email, customer, found);
    filled.current = { customer: found === null ? customer : { email, ...found }, details: next };
    change(replacedDetails(detailsIn(form), details, next));
  });

  return (details) => {
    const { name, phone } = detailsIn(form);
    filled.current = { customer: { email, ...details }, details };
    change({
      ...(name.trim() === '' ? { name: details.name } : {}),
      ...(phone.trim() === '' ? { phone: details.phone } : {}),
    });
  };
}

/** Null if the form was opened without a customer: every value is typed. */
function filledAtFirst(requester: NewTicketFor): Filled | null {
  const customer = filledCustomer(requester);
  const isOpenedFor = customer.email !== '' || customer.name !== '' || customer.phone !== '';
  return isOpenedFor ? { customer, details: customer } : null;
}

function detailsIn({ getValues }: Form): Details {
  const [name, phone] = getValues(['requester_name', 'requester_phone']);
  return { name, phone };
}
