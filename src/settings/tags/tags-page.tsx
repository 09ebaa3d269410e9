import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import { formatAge } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { allTags, type AllTags } from '#src/ticket-edit/all-tags.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { Swatch } from './tag-colours.tsx';
import { TagDialog, type Asked } from './tag-dialogs.tsx';
import { hasInName } from './tag-names.ts';

/** The tags of the site: names, colours, merges. */
export function TagsPage() {
  const { reason } = useWriteAccess('tags:write');
  const query = useQuery(allTags);
  const [asked, setAsked] = useState<Asked | null>(null);
  const wasAsked = useRef(false);
  // A deleted tag leaves the list, and the focus with it.
  useEffect(() => {
    if (asked === null && wasAsked.current && document.activeElement === document.body) focusFirstRow();
    wasAsked.current = asked !== null;
  }, [asked]);
  const add = () => setAsked({ kind: 'edit', tag: null });
  // The dialog needs the other names.
  useOfferedVerbs(query.data === undefined ? [] : [{ id: 'settings-new-tag', run: add, disabledReason: reason }]);
  const newTag = (
    <Button variant="primary" icon="plus" disabledReason={reason} aria-haspopup="dialog" onClick={add}>
      {/* A phone has no room for the words beside the tabs. */}
      <span className="max-md:sr-only">{messages.newTag}</span>
    </Button>
  );
  return (
    <>
      <SettingsHeader part="tags" actions={newTag} />
      <PageBody>
        <div className="max-w-measure">
          <QueryState query={query} name={messages.tags} rows={8}>
            {(all) => <Tags all={all} reason={reason} newTag={newTag} ask={setAsked} />}
          </QueryState>
        </div>
      </PageBody>
      {asked === null ? null : (
        <TagDialog asked={asked} tags={query.data?.tags ?? []} ask={setAsked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>('tr[data-row] button')?.focus();
}

type Order = 'tag' | 'tickets' | 'added';

/** Ascending. */
const COMPARE: Readonly<Record<Order, (a: TagRecord, b: TagRecord) => number>> = {
  tag: (a, b) => a.name.localeCompare(b.name),
  tickets: (a, b) => a.ticket_count - b.ticket_count || b.name.localeCompare(a.name),
  added: (a, b) => Date.parse(a.created_utc) - Date.parse(b.created_utc),
};

/** Rows drawn at a time. */
const ROWS = 200;

interface TagsProps {
  readonly all: AllTags;
  /** Why the user can't change tags. */
  readonly reason: string | undefined;
  readonly newTag: ReactNode;
  readonly ask: (asked: Asked) => void;
}

function Tags({ all: { tags, total }, reason, newTag, ask }: TagsProps) {
  const nowMs = useNow();
  const historyOf = useHistoryItems();
  const [text, setText] = useState('');
  const [most, setMost] = useState(ROWS);
  const [sort, setSort] = useState<{ by: Order; direction: 'ascending' | 'descending' }>({
    by: 'tickets',
    direction: 'descending',
  });
  if (tags.length === 0) {
    return <EmptyBlock icon="tag" title={messages.empty.title} text={messages.empty.text} action={newTag} />;
  }
  const sorted = tags.filter((tag) => hasInName(tag, text)).toSorted(COMPARE[sort.by]);
  const shown = sort.direction === 'ascending' ? sorted : sorted.toReversed();
  const { column } = messages;
  const changesOf = (tag: TagRecord): readonly MenuItem[] => [
    { key: 'edit', label: messages.edit, icon: 'pencil', onSelect: () => ask({ kind: 'edit', tag }) },
    {
      key: 'merge',
      label: messages.merge,
      icon: 'forward',
      onSelect: () => ask({ kind: 'merge', from: tag, into: null }),
    },
    {
      key: 'remove',
      label: messages.remove,
      icon: 'close',
      danger: true,
      onSelect: () => ask({ kind: 'remove', tag }),
    },
  ];
  return (
    <>
      <h2 className="text-20 font-semibold text-balance">{messages.lead(total, formatCount(total))}</h2>
      <p className="text-ink-2 text-pretty">
        {messages.leadText}
        {tags.length < total ? ` ${messages.cut(formatCount(tags.length), formatCount(total))}` : null}
      </p>
      <div className="mt-3">
        <SearchBox
          label={messages.find}
          clearLabel={messages.clearFind}
          group={messages.tags}
          value={text}
          hasResults
          className="max-w-72"
          onChange={setText}
          onLeave={focusFirstRow}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyBlock icon="search" title={messages.nothing.title(text.trim())} text={messages.nothing.text} />
      ) : (
        <Table
          className="mt-2"
          caption={messages.tags}
          rows={shown.slice(0, most)}
          keyOf={({ id }) => id.toString()}
          sort={{ ...sort, onSort: (by, direction) => (by === 'actions' ? undefined : setSort({ by, direction })) }}
          columns={[
            {
              key: 'tag',
              head: column.tag,
              isRowHead: true,
              sortFirst: 'ascending',
              cell: ({ name, color }) => (
                <span className="flex min-w-0 items-center gap-2 font-medium">
                  <Swatch color={color} />
                  <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                    {name}
                  </span>
                </span>
              ),
            },
            {
              key: 'tickets',
              head: column.tickets,
              isFigure: true,
              sortFirst: 'descending',
              cell: (tag) => <TicketCount tag={tag} />,
            },
            {
              key: 'added',
              head: column.added,
              isFigure: true,
              sortFirst: 'descending',
              className: 'text-ink-3 max-sm:hidden',
              cell: ({ created_utc: at }) => <Instant at={at}>{formatAge(nowMs - Date.parse(at))}</Instant>,
            },
            {
              key: 'actions',
              head: column.actions,
              isHeadHidden: true,
              isFigure: true,
              className: 'w-8',
              cell: (tag) => (
                <Menu
                  label={messages.actionsOf(tag.name)}
                  align="end"
                  items={[
                    ...changesOf(tag).map((item) => ({ ...item, disabledReason: reason })),
                    ...historyOf({ type: 'tag', id: tag.id }),
                  ]}
                  trigger={(props) => (
                    <IconButton {...props} icon="more" size="sm" label={messages.actionsOf(tag.name)} />
                  )}
                />
              ),
            },
          ]}
        />
      )}
      {shown.length > most ? (
        <Button className="mt-3" onClick={() => setMost(most + ROWS)}>
          {messages.moreRows(Math.min(ROWS, shown.length - most))}
        </Button>
      ) : null}
    </>
  );
}

/** The number of tickets with the tag, as a link if the service can filter by tag. */
function TicketCount({ tag: { name, ticket_count: n } }: { readonly tag: TagRecord }) {
  const canFilter = isWholeService(useWhoami());
  const count = formatCount(n);
  if (!canFilter || n === 0) return count;
  return (
    <Link
      to="/inbox"
      search={{ status: 'all', tag: name }}
      aria-label={messages.ticketsOf(name, n, count)}
      className="hit relative inline-block min-w-6 leading-6 text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {count}
    </Link>
  );
}
