import { useQuery } from '@tanstack/react-query';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { getCustomer } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { useSettled } from '#src/browser/use-settled.ts';

interface KnownCustomerProps {
  readonly email: string;
  /** Offered where the customer's name or phone is known and not written yet. */
  readonly onFill: (known: { readonly name: string | null; readonly phone: string | null }) => void;
  readonly isFilled: boolean;
}

const { customer: texts } = messages;

/** Who the address belongs to, as it is typed: the ticket then goes to the customer that exists. */
export function KnownCustomer({ email, onFill, isFilled }: KnownCustomerProps) {
  const typed = email.trim();
  const settled = useSettled(typed);
  const isAsked = settled === typed && isEmail(settled);
  const { data, error, isFetching } = useQuery({
    ...read(getCustomer, { email: settled }),
    enabled: isAsked,
    staleTime: 60_000,
    retry: false,
  });
  if (!isAsked) return null;
  const isFresh = error instanceof ApiFailure && error.kind === 'not_found';
  const name = data?.identity.display_name ?? data?.identity.phone ?? settled;
  return (
    <div role="status" className="mt-1 text-12 text-ink-3">
      {data !== undefined ? (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control bg-sunken px-2 py-1.5 text-ink-2">
          <Avatar name={name} />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="sr-only">{texts.known} </span>
            <span dir="auto" className="font-medium text-ink">
              {name}
            </span>{' '}
            <span className="whitespace-nowrap">{texts.tickets(data.tickets.total, data.tickets.open)}</span>
          </span>
          {isFilled || (data.identity.display_name === null && data.identity.phone === null) ? null : (
            <Button size="sm" onClick={() => onFill({ name: data.identity.display_name, phone: data.identity.phone })}>
              {texts.fill}
            </Button>
          )}
        </span>
      ) : isFresh ? (
        texts.fresh
      ) : isFetching ? (
        texts.looking
      ) : error === null ? null : (
        texts.unsure
      )}
    </div>
  );
}
