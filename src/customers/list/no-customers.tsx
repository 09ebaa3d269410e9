import { contactOf } from '#src/customers/contact.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { messages } from './messages.ts';

interface NoCustomersProps {
  readonly search: CustomersSearch;
  readonly hasTools: boolean;
  /** Why no customer can be added here. */
  readonly newReason: string | undefined;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

/** No customer matches: what was asked, and what can be done instead. */
export function NoCustomers({ search, hasTools, newReason, onNew, onClear }: NoCustomersProps) {
  const texts = messages.empty;
  const text = search.q?.trim() ?? '';
  const hasFilters = hasTools && (search.channel ?? search.without ?? search.blocked) !== undefined;
  const contact = contactOf(text);
  const add = hasTools ? (
    <Button icon="plus" variant="primary" disabledReason={newReason} onClick={onNew}>
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
