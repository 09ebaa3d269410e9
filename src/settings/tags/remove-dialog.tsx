import { deleteTag, type TagRecord } from '#contract/tags.ts';
import { useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { DialogFailure } from './dialog-failure.tsx';
import { messages } from './tags-messages.ts';

export function RemoveDialog({ tag, onClose }: { readonly tag: TagRecord; readonly onClose: () => void }) {
  const { mutateAsync, isPending, error } = useWrite(deleteTag);
  const count = tag.ticket_count;

  async function remove(): Promise<void> {
    if (isPending) return;
    const removed = await mutateAsync({ query: { id: tag.id } }).catch(() => null);
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
          <Button variant="danger" busy={isPending} onClick={() => void remove()}>
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
