import { contactOf } from '#src/customers/contact.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { messages } from './messages.ts';

interface NoCustomersProps {
  readonly search: CustomersSearch;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

/** No customer matches: the search or filters that found none, and the ways on. */
export function NoCustomers({ search, onNew, onClear }: NoCustomersProps) {
  const hasTools = hasExtension(useWhoami(), 'identity_tools');
  const { reason } = useWriteAccess('customers:write');
  const texts = messages.empty;
  const text = search.q?.trim() ?? '';
  const hasFilters = hasTools && (search.channel ?? search.without ?? search.blocked) !== undefined;
  const contact = contactOf(text);
  const add = hasTools ? (
    <Button icon="plus" variant="primary" disabledReason={reason} onClick={onNew}>
      {messages.new}
    </Button>
  ) : null;
  if (text === '' && !hasFilters) {
    return <EmptyBlock icon="people" title={texts.none} text={texts.noneText} action={add} />;
  }
  const title =
    text === ''
      ? texts.nothingFiltered
      : contact === null
        ? hasTools
          ? texts.nothing(text)
          : texts.whole
        : 'email' in contact
          ? texts.email(contact.email)
          : texts.phone(contact.phone);
  return (
    <EmptyBlock
      icon="search"
      title={title}
      text={contact === null && text !== '' && !hasTools ? texts.wholeText : undefined}
      action={
        <>
          <Button onClick={onClear}>{texts.showAll}</Button>
          {contact === null ? null : add}
        </>
      }
    />
  );
}
