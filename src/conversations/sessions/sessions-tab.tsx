import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { writeJson } from '#contract/json.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { useShownWindow } from '#src/conversations/queries.ts';
import type { SessionsSearch, TabProps } from '#src/conversations/search.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, useFileName } from '#src/list-export/list-file.ts';
import { formatUtcDays } from '#src/panels/day-window.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { usePagedRows } from '#src/ui/rows/use-paged-rows.ts';
import { type GridHandle, WindowedGrid } from '#src/ui/rows/windowed-grid.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import { SessionLine, SessionsHead } from './session-row.tsx';
import {
  FIRST_ROWS,
  readSessions,
  SESSION_FIELDS,
  SESSION_FILTERS,
  sessionQuery,
  type SessionRow,
  sessionsOptions,
  withoutFilters,
} from './session-rows.ts';
import { SessionsTools } from './sessions-tools.tsx';

/** Placeholder rows while loading. */
const SKELETON = Array.from({ length: 14 }, (_, index) => <div key={index} className="skeleton-row" />);

/** All conversations of the window and the filters. A row opens its session; Back returns to the row. */
export function SessionsTab({ search, go }: TabProps<SessionsSearch>) {
  const window = useShownWindow(search);
  const query = sessionQuery(search, window);
  const key = writeJson(query);
  const startAt = search.skip ?? 0;
  const list = usePagedRows({
    key,
    pageOptions: (skip, limit) => sessionsOptions(query, skip, limit),
    startAt,
    limit: FIRST_ROWS,
  });
  const { total, isOutdated } = list;
  useSaidCount(key, total, isOutdated);
  const grid = useRef<GridHandle<SessionRow>>(null);
  const navigate = useNavigate();
  const router = useRouter();
  const nameOf = useFileName();
  const latest = useRef<(first: number) => void>(() => undefined);
  useEffect(() => {
    latest.current = (first) => {
      if (!isOutdated && first !== startAt) go({ ...search, skip: first === 0 ? undefined : first }, { replace: true });
    };
  });
  const onFirstRow = useCallback((first: number) => latest.current(first), []);
  const isFiltered = search.q !== undefined || SESSION_FILTERS.some((filter) => search[filter] !== undefined);
  const paramsOf = ({ session_id: id }: SessionRow) =>
    ({ to: '/conversations/session/$id', params: { id }, search: { q: search.q } }) as const;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionsTools
        search={search}
        hasResults={total !== null && !isOutdated}
        onChange={(next) => go(next, { replace: true })}
        onLeaveSearch={(toFirst) => (toFirst ? grid.current?.focusRow(null) : grid.current?.focusActive())}
      >
        <p role="status" className="text-12 text-ink-3 tabular-nums">
          {total === null
            ? null
            : messages.inWindow(page.conversations(total, formatCount(total)), formatUtcDays(window))}
        </p>
        <ExportButton<SessionRow>
          command="conversations-download"
          label={page.export.button}
          total={total ?? undefined}
          nothing={page.export.nothing}
          fileOf={() => ({
            fileName: nameOf(messages.file),
            readPage: (skip, limit, signal) =>
              readSessions({ ...query, skip, limit }, { signal, priority: 'background' }),
            fileOf: (rows) => fieldsFile(SESSION_FIELDS, rows),
          })}
        />
      </SessionsTools>
      <StaleQuery query={list.query} />
      {total === null ? (
        <div className={`min-h-0 flex-1 ${list.query.isError ? 'overflow-y-auto' : 'overflow-hidden'}`}>
          <QueryPending query={list.query} name={messages.list} loading={messages.loading} skeleton={SKELETON} />
        </div>
      ) : total === 0 ? (
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
      ) : (
        <>
          <SessionsHead />
          <WindowedGrid
            key={key}
            id="conversations"
            label={messages.list}
            handle={grid}
            list={list}
            positionKey={`conversations ${key}`}
            startAt={startAt}
            onFirstRow={onFirstRow}
            openId={undefined}
            isCovered={false}
            isSplit={false}
            keys={messages.keys}
            onOpen={(session) => void navigate(paramsOf(session))}
            onIntent={(session) => void router.preloadRoute(paramsOf(session))}
          >
            {(session, place) => <SessionLine session={session} q={search.q} {...place} />}
          </WindowedGrid>
        </>
      )}
    </div>
  );
}

/** Announces the count when the filters change. */
function useSaidCount(key: string, total: number | null, isOutdated: boolean): void {
  const said = useRef(key);
  useEffect(() => {
    if (said.current === key || total === null || isOutdated) return;
    said.current = key;
    announce(messages.found(total, formatCount(total)));
  }, [key, total, isOutdated]);
}
