import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { focusFirstRow, useRowFocus } from '#src/settings/row-focus.ts';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { allTags, type AllTags } from '#src/ticket-edit/all-tags.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { MoreRows } from '#src/ui/rows/more-rows.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { Swatch } from './tag-colours.tsx';
import { EditDialog, MergeDialog, RemoveDialog } from './tag-dialogs.tsx';

type Asked =
  /** A null tag is a new one. */
  | { readonly verb: 'edit'; readonly tag: TagRecord | null }
  | { readonly verb: 'merge' | 'remove'; readonly tag: TagRecord };

/** The tags of the site: names, colours, merges. */
export function TagsPage() {
  const { reason } = useWriteAccess('tags:write');
  const query = useQuery(allTags);
  const [asked, setAsked] = useState<Asked | null>(null);
  useRowFocus(asked !== null);
  const close = () => setAsked(null);
  const tags = query.data?.tags ?? [];
  const add = () => setAsked({ verb: 'edit', tag: null });
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
      {asked?.verb === 'edit' ? <EditDialog tag={asked.tag} tags={tags} onClose={close} /> : null}
      {asked?.verb === 'merge' ? <MergeDialog tag={asked.tag} tags={tags} onClose={close} /> : null}
      {asked?.verb === 'remove' ? <RemoveDialog tag={asked.tag} onClose={close} /> : null}
    </>
  );
}

type Order = 'tag' | 'tickets';

/** Ascending. */
const COMPARE: Readonly<Record<Order, (a: TagRecord, b: TagRecord) => number>> = {
  tag: (a, b) => a.name.localeCompare(b.name),
  tickets: (a, b) => a.ticket_count - b.ticket_count || b.name.localeCompare(a.name),
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
  const sorted = tags
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .toSorted(COMPARE[sort.by]);
  const shown = sort.direction === 'ascending' ? sorted : sorted.toReversed();
  const { column } = messages;
  const changesOf = (tag: TagRecord): readonly MenuItem[] => [
    { key: 'edit', label: messages.edit, icon: 'pencil', onSelect: () => ask({ verb: 'edit', tag }) },
    {
      key: 'merge',
      label: messages.merge,
      icon: 'forward',
      onSelect: () => ask({ verb: 'merge', tag }),
    },
    {
      key: 'remove',
      label: messages.remove,
      icon: 'close',
      danger: true,
      onSelect: () => ask({ verb: 'remove', tag }),
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
      <MoreRows hasMore={shown.length > most} isLoading={false} hasFailed={false} load={() => setMost(most + ROWS)} />
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
