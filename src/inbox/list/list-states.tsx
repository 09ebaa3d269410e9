import { ApiFailure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { formatTime } from '#src/format/time.ts';
import { useProfile } from '#src/inbox/profile.ts';
import { describeFilters, useAgentNames } from '#src/inbox/filters/chips.ts';
import { activeFilters, statusesOf } from '#src/inbox/filters/filter-query.ts';
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

/** No ticket matches: the filters, and what to do next. */
export function EmptyList({ search, actions }: { readonly search: InboxSearch; readonly actions: InboxActions }) {
  const profile = useProfile();
  const agents = useAgentNames(profile, search.assignee !== undefined);
  const { empty } = listMessages;
  const { filter } = messages;
  const filters = activeFilters(search);
  const others = filters.filter((name) => name !== 'status');
  const showAll = <Button onClick={() => actions.filter({ status: 'all' })}>{empty.showAll}</Button>;
  if (filters.length === 0) return <EmptyBlock icon="inbox" title={empty.open} action={showAll} />;
  if (search.status === 'all' && others.length === 0)
    return <EmptyBlock icon="inbox" title={empty.none} text={empty.noneText} />;
  const words = describeFilters(search, profile, agents);
  return (
    <EmptyBlock
      icon="filter"
      title={
        others.length === 0
          ? empty.nothing(statusesOf(search).map(statusWord).join(', '))
          : empty.filtered(words.length, words.join(', '))
      }
      text={search.q === undefined || search.text !== undefined ? undefined : empty.searched}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {search.q === undefined || search.status === 'all' ? null : showAll}
          {search.q === undefined || search.text !== undefined || !profile.isExtended ? null : (
            <Button onClick={() => actions.filter({ text: '1' })}>{empty.searchMessages}</Button>
          )}
          <Button onClick={actions.clearFilters}>{filter.clear}</Button>
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
