import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getCustomer } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { Button } from '#src/ui/button.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { messages } from './messages.ts';

const { customer: texts } = messages;

interface KnownCustomerProps {
  /** The fields as typed. */
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly onFill: (details: { readonly name: string; readonly phone: string }) => void;
}

/** The customer with this email, whose ticket it becomes, and a button for the empty fields. */
export function KnownCustomer({ email, name, phone, onFill }: KnownCustomerProps) {
  const typed = email.trim();
  const settled = useSettled(typed);
  const isAsked = settled === typed && isEmail(settled);
  const { data, error, isFetching } = useQuery({
    ...read(getCustomer, { email: settled }),
    staleTime: 60_000,
    retry: false,
    enabled: isAsked,
  });
  if (!isAsked) return null;
  if (data === undefined) {
    if (isFetching) return <Status>{texts.looking}</Status>;
    const isFresh = error instanceof ApiFailure && error.kind === 'not_found';
    return <Status>{isFresh ? texts.fresh : texts.unsure}</Status>;
  }
  const { display_name: ownName, phone: ownPhone } = data.identity;
  const filled = {
    name: name.trim() === '' ? (ownName ?? '') : name,
    phone: phone.trim() === '' ? (ownPhone ?? '') : phone,
  };
  const shown = ownName ?? ownPhone ?? typed;
  return (
    <Status>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control bg-sunken px-2 py-1.5 text-ink-2">
        <Avatar name={shown} />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="sr-only">{texts.known} </span>
          <span dir="auto" className="font-medium text-ink">
            {shown}
          </span>{' '}
          <span className="whitespace-nowrap">{texts.tickets(data.tickets.total, data.tickets.open)}</span>
        </span>
        {filled.name === name && filled.phone === phone ? null : (
          <Button size="sm" onClick={() => onFill(filled)}>
            {texts.fill}
          </Button>
        )}
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
