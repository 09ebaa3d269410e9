import { useFailure } from '#src/api/use-failure.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { contactOf } from '#src/customers/contact.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { formatTime } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { messages } from './messages.ts';
import type { CustomerList } from './use-customer-list.ts';

const SKELETON_ROWS = 12;

/** Before the first answer. */
export function LoadingCustomers({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="status" aria-label={messages.loading} className="min-h-0 flex-1 overflow-hidden">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} aria-hidden="true" className="skeleton-row" />
      ))}
      <SlowNotice onRetry={onRetry} />
    </div>
  );
}

/** Nothing could be loaded: why, and a way on. */
export function FailedCustomers({ list, error }: { readonly list: CustomerList; readonly error: Error }) {
  const retry = () => void list.refresh();
  const failure = useFailure(error, retry);
  if (failure === null) return null;
  const { title, text, requestId, details } = failure;
  return (
    <ErrorBlock
      title={title}
      text={text}
      requestId={requestId}
      details={details}
      onRetry={retry}
      retrying={list.isFetching}
    />
  );
}

/** What is shown could not be fetched again: it stays, with its time. */
export function StaleCustomers({ list }: { readonly list: CustomerList }) {
  const zone = useDisplayZone();
  // Where it was refused for now, it is asked for again when the wait is over.
  useFailure(list.refreshError, () => void list.refresh());
  if (list.refreshError === null) return null;
  return (
    <StaleStrip
      shownAt={formatTime(new Date(list.updatedAt).toISOString(), zone)}
      onRetry={() => void list.refresh()}
      retrying={list.isFetching}
    />
  );
}

interface NobodyProps {
  readonly search: CustomersSearch;
  readonly hasTools: boolean;
  /** Why nobody can be added here. */
  readonly newReason: string | undefined;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

/** No customer matches: what was asked, and what can be done instead. */
export function NobodyFound({ search, hasTools, newReason, onNew, onClear }: NobodyProps) {
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
