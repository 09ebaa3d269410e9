import { useRef } from 'react';
import { writeJson } from '#contract/json.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { useShownWindow } from '#src/conversations/queries.ts';
import type { SessionsSearch, TabProps } from '#src/conversations/search.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { useFileName } from '#src/list-export/list-file.ts';
import { formatUtcDays } from '#src/panels/day-window.ts';
import { PagedList } from '#src/panels/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { usePagedRows } from '#src/ui/rows/use-paged-rows.ts';
import type { GridHandle } from '#src/ui/rows/windowed-grid.tsx';
import { messages } from './messages.ts';
import { SessionLine, SessionsHead } from './session-row.tsx';
import {
  FIRST_ROWS,
  SESSION_FILTERS,
  sessionQuery,
  type SessionRow,
  sessionsFile,
  sessionsOptions,
  withoutFilters,
} from './session-rows.ts';
import { SessionsTools } from './sessions-tools.tsx';

/** All conversations of the window and the filters. A row opens its session; Back returns to the row. */
export function SessionsTab({ search, go }: TabProps<SessionsSearch>) {
  const window = useShownWindow(search);
  const query = sessionQuery(search, window);
  const key = writeJson(query);
  const list = usePagedRows({
    key,
    pageOptions: (skip, limit) => sessionsOptions(query, skip, limit),
    startAt: search.skip ?? 0,
    limit: FIRST_ROWS,
  });
  const { total, isOutdated } = list;
  const grid = useRef<GridHandle<SessionRow>>(null);
  const nameOf = useFileName();
  const isFiltered = search.q !== undefined || SESSION_FILTERS.some((filter) => search[filter] !== undefined);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionsTools
        search={search}
        hasResults={total !== null && !isOutdated}
        onChange={(next) => go(next, { replace: true })}
        onLeaveSearch={(toFirst) => (toFirst ? grid.current?.focusRow(null) : grid.current?.focusActive())}
      >
        <p role="status" className="text-12 text-ink-3 tabular-nums">
          {total === null ? null : messages.inWindow(messages.found(total, formatCount(total)), formatUtcDays(window))}
        </p>
        <ExportButton<SessionRow>
          command="conversations-download"
          label={page.export.button}
          total={total ?? undefined}
          nothing={page.export.nothing}
          fileOf={() => sessionsFile(query, nameOf(messages.file))}
        />
      </SessionsTools>
      <PagedList<SessionRow>
        id="conversations"
        list={list}
        listKey={key}
        handle={grid}
        texts={messages}
        skip={search.skip}
        onSkip={(skip) => go({ ...search, skip }, { replace: true })}
        linkOf={({ id }) => ({ to: '/conversations/session/$id', params: { id }, search: { q: search.q } })}
        head={<SessionsHead />}
        empty={
          <EmptyBlock
            icon={isFiltered ? 'search' : 'chat'}
            title={isFiltered ? messages.none.filtered : messages.none.title}
            text={isFiltered ? messages.none.filteredText : messages.none.text}
            action={
              isFiltered ? (
                <Button onClick={() => go(withoutFilters(search), { replace: true })}>{messages.none.clear}</Button>
              ) : undefined
            }
          />
        }
      >
        {(session, place) => <SessionLine session={session} q={search.q} {...place} />}
      </PagedList>
    </div>
  );
}
