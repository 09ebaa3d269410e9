import { ApiFailure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatTime } from '#src/format/time.ts';
import { useProfile } from '#src/inbox/profile.ts';
import { activeFilters } from '#src/inbox/filters/filter-query.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import type { InboxActions } from './list-actions.ts';
import type { TicketList } from './ticket-list.ts';

const listMessages = messages.states;

interface FailedListProps {
  readonly error: Error;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
  readonly search: InboxSearch;
  readonly actions: InboxActions;
}

/** The list failed: why, and what to do next. */
export function FailedList({ error, isFetching, onRetry, search, actions }: FailedListProps) {
  const failure = useFailure(error, onRetry);
  if (failure === null) return null;
  const kind = error instanceof ApiFailure ? error.kind : null;
  const canRetry = kind !== 'forbidden';
  // The words are in too many messages: waiting won't help.
  const isLongSearch = error instanceof ApiFailure && error.status === 503 && search.text !== undefined;
  return (
    <ErrorBlock
      icon={kind === 'forbidden' ? 'lock' : 'warning'}
      title={kind === 'forbidden' ? listMessages.forbidden : failure.title}
      text={isLongSearch ? listMessages.longSearch : failure.text}
      requestId={failure.requestId}
      details={failure.details}
      onRetry={canRetry ? onRetry : undefined}
      retrying={isFetching}
      action={
        activeFilters(search).length > 0 ? (
          <Button onClick={actions.clearFilters}>{messages.filter.clear}</Button>
        ) : undefined
      }
    />
  );
}

/** No ticket matches: what to do next. */
export function EmptyList({ search, actions }: { readonly search: InboxSearch; readonly actions: InboxActions }) {
  const { isExtended } = useProfile();
  const { empty } = listMessages;
  const filters = activeFilters(search);
  const showAll = <Button onClick={() => actions.filter({ status: 'all' })}>{empty.showAll}</Button>;
  if (filters.length === 0) return <EmptyBlock icon="inbox" title={empty.open} action={showAll} />;
  if (search.status === 'all' && filters.length === 1)
    return <EmptyBlock icon="inbox" title={empty.none} text={empty.noneText} />;
  const isSearch = search.q !== undefined;
  const isOfMessages = search.text !== undefined;
  return (
    <EmptyBlock
      icon="filter"
      title={empty.filtered}
      text={isSearch && !isOfMessages ? empty.searched : undefined}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {isSearch && search.status !== 'all' ? showAll : null}
          {isSearch && !isOfMessages && isExtended ? (
            <Button onClick={() => actions.filter({ text: '1' })}>{empty.searchMessages}</Button>
          ) : null}
          <Button onClick={actions.clearFilters}>{messages.filter.clear}</Button>
        </span>
      }
    />
  );
}

/** The last refetch failed: the rows stay, with their time. The shell reports a lost network. */
export function RefreshStrip({ list }: { readonly list: TicketList }) {
  const zone = useDisplayZone();
  const offline = useOffline();
  if (list.refreshError === null || offline) return null;
  const shownAt = formatTime(new Date(list.updatedAt).toISOString(), zone);
  return <StaleStrip shownAt={shownAt} onRetry={() => void list.refresh()} retrying={list.isFetching} />;
}
