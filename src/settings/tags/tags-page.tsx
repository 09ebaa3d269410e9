import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type TagRecord, deleteTag } from '#contract/tags.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { allTags } from '#src/ticket-edit/tags/all-tags.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { DialogFailure } from './dialog-failure.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { NewTagDialog } from './new-tag-dialog.tsx';
import { TagsBody } from './tags-body.tsx';
import { messages } from './tags-messages.ts';

function RemoveDialog({ tag, onClose }: { readonly tag: TagRecord; readonly onClose: () => void }) {
  const { write, isBusy, error } = useWrite(deleteTag);
  const count = tag.ticket_count;

  async function remove(): Promise<void> {
    const removed = await write({ query: { id: tag.id } });
    if (removed === null) return;
    const { changed_tickets: n } = removed;
    toast({ kind: 'done', text: messages.removing.done(tag.name, n, formatCount(n)) });
    onClose();
  }

  return (
    <Dialog
      title={messages.removing.title(tag.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button variant="danger" busy={isBusy} onClick={() => void remove()}>
            {messages.removing.submit}
          </Button>
        </>
      }
    >
      <p className="font-medium [overflow-wrap:anywhere]">
        {messages.removing.sentence(tag.name, count, formatCount(count))}
      </p>
      <p className="text-12 text-ink-2">{messages.removing.final}</p>
      <DialogFailure error={error} />
    </Dialog>
  );
}

type Asked =
  | { readonly kind: 'new' }
  | { readonly kind: 'merge'; readonly from: TagRecord; readonly into: TagRecord | null }
  | { readonly kind: 'remove'; readonly tag: TagRecord };

/** The tags of the site: names, colours, merges. */
export function TagsPage() {
  const { reason } = useWriteAccess('tags:write');
  const query = useQuery(allTags);
  const zone = useDisplayZone();
  const [asked, setAsked] = useState<Asked | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const close = () => setAsked(null);
  // The row that was asked about may be gone, and with it the focus.
  useEffect(() => {
    if (asked === null && document.activeElement === document.body) field.current?.focus();
  }, [asked]);
  const { data } = query;
  const tags = data?.tags ?? [];
  const newTag = (
    <Button
      variant="primary"
      icon="plus"
      disabledReason={reason}
      aria-haspopup="dialog"
      onClick={() => setAsked({ kind: 'new' })}
    >
      {/* Beside the tabs of the settings a phone has no room for the words. */}
      <span className="max-md:sr-only">{messages.newTag}</span>
    </Button>
  );
  return (
    <>
      <SettingsHeader part="tags" actions={newTag} />
      {data !== undefined && query.isError ? (
        <StaleStrip
          shownAt={formatTime(new Date(query.dataUpdatedAt).toISOString(), zone)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <TagsBody
        query={query}
        field={field}
        reason={reason}
        newTag={newTag}
        onMerge={(from, into) => setAsked({ kind: 'merge', from, into })}
        onRemove={(tag) => setAsked({ kind: 'remove', tag })}
      />
      {asked?.kind === 'new' ? <NewTagDialog tags={tags} onClose={close} /> : null}
      {asked?.kind === 'merge' ? <MergeDialog tags={tags} from={asked.from} into={asked.into} onClose={close} /> : null}
      {asked?.kind === 'remove' ? <RemoveDialog tag={asked.tag} onClose={close} /> : null}
    </>
  );
}
