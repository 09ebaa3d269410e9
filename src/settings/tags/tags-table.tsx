import { useEffect, useRef, useState } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useNow } from '#src/format/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { EditRow } from './tags-edit-row.tsx';
import { messages } from './tags-messages.ts';
import { actionsId, TagRow } from './tags-row.tsx';

const PAGE = 200;
const HEAD = 'py-1.5 text-12 font-medium text-ink-3';

interface TagsTableProps {
  /** In their order. */
  readonly tags: readonly TagRecord[];
  readonly all: readonly TagRecord[];
  readonly reason: string | undefined;
  readonly onMerge: (from: TagRecord, into: TagRecord | null) => void;
  readonly onRemove: (tag: TagRecord) => void;
}

export function TagsTable({ tags, all, reason, onMerge, onRemove }: TagsTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const isListable = hasExtension(useWhoami(), 'ticket_filters');
  const [most, setMost] = useState(PAGE);
  const [edited, setEdited] = useState<bigint | null>(null);
  const before = useRef<bigint | null>(null);
  // The focus goes back to where the editing began.
  useEffect(() => {
    if (edited === null && before.current !== null) document.getElementById(actionsId({ id: before.current }))?.focus();
    before.current = edited;
  }, [edited]);
  return (
    <>
      <table className="mt-2 w-full border-collapse">
        <caption className="sr-only">{messages.tags}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${HEAD} text-start`}>
              {messages.column.tag}
            </th>
            <th scope="col" className={`${HEAD} px-2 text-end`}>
              {messages.column.tickets}
            </th>
            <th scope="col" className={`${HEAD} px-2 text-end max-sm:hidden`}>
              {messages.column.added}
            </th>
            <th scope="col" className="w-8">
              <span className="sr-only">{messages.column.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tags.slice(0, most).map((tag) =>
            tag.id === edited ? (
              <EditRow
                key={tag.id}
                tag={tag}
                tags={all}
                columns={4}
                onClose={() => setEdited(null)}
                onMerge={(into) => {
                  setEdited(null);
                  onMerge(tag, into);
                }}
              />
            ) : (
              <TagRow
                key={tag.id}
                tag={tag}
                nowMs={nowMs}
                zone={zone}
                isListable={isListable}
                reason={reason}
                onEdit={() => setEdited(tag.id)}
                onMerge={() => onMerge(tag, null)}
                onRemove={() => onRemove(tag)}
              />
            ),
          )}
        </tbody>
      </table>
      {tags.length > most ? (
        <Button className="mt-3" onClick={() => setMost(most + PAGE)}>
          {messages.moreRows(Math.min(PAGE, tags.length - most))}
        </Button>
      ) : null}
    </>
  );
}
