import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
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
import { planList, withFilter } from './list-plan.ts';
import { countOptions } from './ticket-list.ts';
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
  // The words are in too many messages: a retry won't help.
  const isLongSearch = error instanceof ApiFailure && error.status === 503 && search.text !== undefined;
  if (isLongSearch) {
    return (
      <ErrorBlock
        icon="warning"
        title={listMessages.long.title}
        text={listMessages.long.text}
        requestId={failure.requestId}
        details={failure.details}
        onRetry={onRetry}
        retrying={isFetching}
        action={<Button onClick={() => actions.filter({ text: undefined })}>{listMessages.long.without}</Button>}
      />
    );
  }
  return (
    <ErrorBlock
      icon={kind === 'forbidden' ? 'lock' : 'warning'}
      title={kind === 'forbidden' ? listMessages.forbidden : failure.title}
      text={failure.text}
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
  const pending = useQuery({ ...countOptions({ status: ['pending'] }), enabled: filters.length === 0 }).data
    ?.total_count;
  if (filters.length === 0) {
    const hasPending = pending !== undefined && pending > 0;
    return (
      <EmptyBlock
        icon="inbox"
        title={empty.open}
        text={hasPending ? empty.openWithPending(pending, formatCount(pending)) : undefined}
        action={
          hasPending ? (
            <Button onClick={() => actions.filter({ status: 'pending' })}>{empty.showPending}</Button>
          ) : (
            <Button onClick={() => actions.filter({ status: 'all' })}>{empty.showAll}</Button>
          )
        }
      />
    );
  }
  if (search.status === 'all' && others.length === 0) {
    return <EmptyBlock icon="inbox" title={empty.none} text={empty.noneText} />;
  }
  const words = describeFilters(search, profile, agents);
  return (
    <EmptyBlock
      icon="filter"
      title={
        others.length === 0
          ? empty.nothing(statusesOf(search).map(statusWord).join(', '))
          : empty.filtered(words.length, words.join(', '))
      }
      text={search.q === undefined ? undefined : <WhereElse search={search} />}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {search.q === undefined ? null : <SearchFurther search={search} actions={actions} />}
          <Button onClick={actions.clearFilters}>{filter.clear}</Button>
        </span>
      }
    />
  );
}

/** How many tickets in other states match; undefined while loading, and if every state is shown. */
function useOtherStates(search: InboxSearch): number | undefined {
  const { query } = planList(withFilter(search, { status: 'all' }), useProfile());
  return useQuery({ ...countOptions(query), enabled: search.status !== 'all' }).data?.total_count;
}

/** The searched fields, and the matches in other states. */
function WhereElse({ search }: { readonly search: InboxSearch }) {
  const { empty } = listMessages;
  const total = useOtherStates(search);
  const others = total === undefined ? null : total > 0 ? empty.elsewhere(total, formatCount(total)) : empty.nowhere;
  // Keeps the line while the number is loading.
  const isPending = search.status !== 'all' && others === null;
  return (
    <>
      {others ?? (isPending ? '\u00a0' : null)} {search.text === undefined ? empty.searched : null}
    </>
  );
}

/** Searches other states, or messages. */
function SearchFurther({ search, actions }: { readonly search: InboxSearch; readonly actions: InboxActions }) {
  const profile = useProfile();
  const total = useOtherStates(search);
  const { showAll, searchMessages } = listMessages.empty;
  return (
    <>
      {total === undefined || total === 0 ? null : (
        <Button variant="primary" onClick={() => actions.filter({ status: 'all' })}>
          {showAll}
        </Button>
      )}
      {profile.isExtended && search.text === undefined ? (
        <Button onClick={() => actions.filter({ text: '1' })}>{searchMessages}</Button>
      ) : null}
    </>
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
