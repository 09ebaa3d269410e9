import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isPhone, withLostPlus } from '#contract/contact-keys.ts';
import { getCustomer } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import { read } from '#src/api/read.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { isUnknown } from '#src/customers/contact.ts';
import { customerSearch, type CustomersSearch } from '#src/customers/search.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';

const messages = defineMessages({
  title: 'Find a customer',
  looking: (contact: string) => `Looking for ${contact}`,
  unknownEmail: (email: string) => `No customer with the email ${email}`,
  unknownPhone: (phone: string) => `No customer with the phone ${phone}`,
  unknownText: 'They may have written from another address, or not at all yet.',
  notEmail: (text: string) => `${text} is not an email address`,
  notPhone: (text: string) => `${text} is not a phone number`,
  notContactText: 'Check the link that brought you here, or search for the customer.',
  search: 'Search customers',
  new: 'New customer',
  back: 'Back to the list',
});

interface ContactPageProps {
  readonly kind: 'email' | 'phone';
  /** As in the address of the page. */
  readonly text: string;
  readonly list: CustomersSearch;
  /** Goes on to the customer; what was looked up leaves the history. */
  readonly onFound: (id: string, search: CustomersSearch) => void;
}

/** Where a link of another program leads to that knows a customer by email or phone. */
export function ContactPage({ kind, text, list, onFound }: ContactPageProps) {
  const hasTools = hasExtension(useWhoami(), 'identity_tools');
  const contact = kind === 'email' ? text.trim() : withLostPlus(text).trim();
  const isContact = kind === 'email' ? isEmail(contact) : isPhone(contact);
  const query = useQuery({
    ...read(getCustomer, kind === 'email' ? { email: contact } : { phone: contact }),
    enabled: isContact,
    staleTime: 0,
    retry: (count, error) => !isUnknown(error) && count < 2,
  });
  const found = query.data?.identity;
  const go = useEffectEvent((customer: NonNullable<typeof found>) =>
    onFound(customer.id.toString(), customerSearch(list, customer, hasTools)),
  );
  useEffect(() => {
    if (found !== undefined) go(found);
  }, [found]);
  const retry = () => void query.refetch();
  const isNobody = !isContact || isUnknown(query.error);
  const failure = useFailure(isNobody ? null : query.error, retry);
  return (
    <div className="pane min-h-0 flex-1">
      <h1 className="sr-only">{messages.title}</h1>
      {isNobody ? (
        <Nobody kind={kind} contact={contact} isContact={isContact} hasTools={hasTools} />
      ) : failure === null ? (
        <div aria-busy="true" className="p-6">
          <p role="status" className="text-12 text-ink-3">
            {messages.looking(contact)}
          </p>
          <Skeleton className="mt-6 h-5 w-56" />
          <Skeleton className="mt-3 h-2.5 w-80 max-w-full" />
          <SlowNotice onRetry={retry} />
        </div>
      ) : (
        <ErrorBlock {...failure} onRetry={retry} retrying={query.isFetching} />
      )}
    </div>
  );
}

interface NobodyProps {
  readonly kind: ContactPageProps['kind'];
  readonly contact: string;
  readonly isContact: boolean;
  readonly hasTools: boolean;
}

function Nobody({ kind, contact, isContact, hasTools }: NobodyProps) {
  const { allowed } = useWriteAccess('customers:write');
  const unknown = kind === 'email' ? messages.unknownEmail : messages.unknownPhone;
  const wrong = kind === 'email' ? messages.notEmail : messages.notPhone;
  return (
    <EmptyBlock
      icon="search"
      title={isContact ? unknown(contact) : wrong(contact)}
      text={isContact ? messages.unknownText : messages.notContactText}
      action={
        <>
          <Link to="/customers" search={hasTools ? { q: contact } : {}} className={buttonClass({})}>
            {messages.search}
          </Link>
          {isContact && hasTools && allowed ? (
            <Link to="/customers" search={{ q: contact, new: '1' }} className={buttonClass({ variant: 'primary' })}>
              {messages.new}
            </Link>
          ) : null}
        </>
      }
    />
  );
}
