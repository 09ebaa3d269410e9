import { useState, type ReactNode } from 'react';
import type { SavedReply } from '#contract/saved-replies.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { focusFirstRow, useRowFocus } from '#src/settings/row-focus.ts';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { listOptions } from './queries.ts';
import { EditDialog, RemoveDialog } from './saved-reply-dialogs.tsx';
import type { SavedRepliesSearch } from './search.ts';

interface SavedRepliesPageProps {
  readonly search: SavedRepliesSearch;
  readonly go: (next: SavedRepliesSearch, options?: { readonly push: boolean }) => void;
}

/** The saved replies of the site. */
export function SavedRepliesPage({ search, go }: SavedRepliesPageProps) {
  const { q, new: isNew, title = '' } = search;
  const { reason } = useWriteAccess('tickets:write');
  const { query, rows, total = 0, more } = useMoreRows(listOptions(q));
  const [asked, setAsked] = useState<{ readonly verb: 'edit' | 'remove'; readonly reply: SavedReply } | null>(null);
  const isAdding = isNew !== undefined && reason === undefined;
  useRowFocus(asked !== null || isAdding);
  const close = () => setAsked(null);
  const add = () => go({ q, new: '1' }, { push: true });
  useOfferedVerbs([{ id: 'settings-new-saved-reply', run: add, disabledReason: reason }]);
  const newReply = (
    <Button variant="primary" icon="plus" disabledReason={reason} aria-haspopup="dialog" onClick={add}>
      {/* A phone has no room for the words beside the tabs. */}
      <span className="max-md:sr-only">{messages.newReply}</span>
    </Button>
  );

  function show(): ReactNode {
    if (total === 0 && q === undefined)
      return <EmptyBlock icon="chat" title={messages.empty.title} text={messages.empty.text} action={newReply} />;
    return (
      <>
        <h2 className="text-20 font-semibold text-balance">
          {(q === undefined ? messages.lead : messages.found)(total, formatCount(total))}
        </h2>
        <p className="text-ink-2 text-pretty">{messages.leadText}</p>
        <div className="mt-3">
          <SearchBox
            label={messages.find}
            clearLabel={messages.clearFind}
            group={messages.list}
            value={q ?? ''}
            hasResults={!query.isPlaceholderData}
            className="max-w-72"
            onChange={(text) => go({ ...search, q: text === '' ? undefined : text })}
            onLeave={focusFirstRow}
          />
        </div>
        {rows.length === 0 ? (
          <EmptyBlock
            icon="search"
            title={messages.nothing.title(q ?? '')}
            text={messages.nothing.text}
            action={<Button onClick={() => go({})}>{messages.clearFind}</Button>}
          />
        ) : (
          <Replies rows={rows} reason={reason} ask={setAsked} />
        )}
        <MoreRows {...more} />
      </>
    );
  }

  return (
    <>
      <SettingsHeader part="savedReplies" actions={newReply} />
      <PageBody>
        <div className="max-w-[1000px]">
          <QueryState query={query} name={messages.list} rows={8} rowClass="min-h-12">
            {show}
          </QueryState>
        </div>
      </PageBody>
      {isAdding ? <EditDialog reply={null} title={title} onClose={() => go({ q })} /> : null}
      {asked?.verb === 'edit' ? <EditDialog reply={asked.reply} title="" onClose={close} /> : null}
      {asked?.verb === 'remove' ? <RemoveDialog reply={asked.reply} onClose={close} /> : null}
    </>
  );
}

interface RepliesProps {
  readonly rows: readonly SavedReply[];
  /** Why the user can't change them. */
  readonly reason: string | undefined;
  readonly ask: (asked: { readonly verb: 'edit' | 'remove'; readonly reply: SavedReply }) => void;
}

function Replies({ rows, reason, ask }: RepliesProps) {
  const { column } = messages;
  return (
    <Table
      className="mt-2"
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      columns={[
        {
          key: 'reply',
          head: column.reply,
          isRowHead: true,
          cell: ({ title, body }) => (
            <span className="block min-w-40 py-1">
              <span dir="auto" className="block font-medium [overflow-wrap:anywhere]">
                {title}
              </span>
              <span dir="auto" className="line-clamp-2 text-12 font-normal text-ink-2 [overflow-wrap:anywhere]">
                {body}
              </span>
            </span>
          ),
        },
        { key: 'used', head: column.used, isFigure: true, cell: ({ used_count: n }) => formatCount(n) },
        {
          key: 'updated',
          head: column.updated,
          className: 'max-md:hidden',
          cell: ({ updated_utc: at }) => <Instant at={at} className="whitespace-nowrap" />,
        },
        {
          key: 'author',
          head: column.author,
          className: 'max-md:hidden',
          cell: ({ author }) => <span dir="auto">{author}</span>,
        },
        {
          key: 'actions',
          head: column.actions,
          isHeadHidden: true,
          isFigure: true,
          className: 'w-8',
          cell: (reply) => (
            <Menu
              label={messages.actionsOf(reply.title)}
              align="end"
              items={[
                {
                  key: 'edit',
                  label: messages.edit,
                  icon: 'pencil',
                  onSelect: () => ask({ verb: 'edit', reply }),
                  disabledReason: reason,
                },
                {
                  key: 'remove',
                  label: messages.remove,
                  icon: 'close',
                  danger: true,
                  onSelect: () => ask({ verb: 'remove', reply }),
                  disabledReason: reason,
                },
              ]}
              trigger={(props) => (
                <IconButton {...props} icon="more" size="sm" label={messages.actionsOf(reply.title)} />
              )}
            />
          ),
        },
      ]}
    />
  );
}
