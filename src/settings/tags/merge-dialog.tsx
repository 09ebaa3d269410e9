import { useEffect, useId } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { updateTag, type TagRecord } from '#contract/tags.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { DialogFailure } from './dialog-failure.tsx';
import { messages } from './tags-messages.ts';
import { TagList } from './tags-list.tsx';

interface MergeDialogProps {
  readonly tags: readonly TagRecord[];
  readonly from: TagRecord;
  /** Where it is known already. */
  readonly into: TagRecord | null;
  readonly onClose: () => void;
}

interface Values {
  into: bigint | null;
}

export function MergeDialog({ tags, from, into, onClose }: MergeDialogProps) {
  const formId = useId();
  const { write, isBusy, error } = useWrite(updateTag);
  const { control, handleSubmit, setFocus } = useForm<Values, unknown, Body<typeof updateTag>>({
    defaultValues: { into: into?.id ?? null },
    resolver: contractResolver({
      schema: updateTag.body,
      names: { into: messages.merging.list },
      // No tag has the id 0: without one to stay the contract refuses it.
      bodyOf: (values: Values) => ({ id: from.id, merge_into_id: values.into ?? 0n }),
    }),
  });
  const chosen = useWatch({ control, name: 'into' });
  const target = into ?? tags.find(({ id }) => id === chosen) ?? null;
  useEffect(() => {
    if (into === null) setFocus('into');
  }, [into, setFocus]);

  async function send(body: Body<typeof updateTag>): Promise<void> {
    if (target === null) return;
    const merged = await write({ body });
    if (merged === null) return;
    const { changed_tickets: n } = merged;
    toast({ kind: 'done', text: messages.merging.done(from.name, target.name, n, formatCount(n)) });
    onClose();
  }

  const count = from.ticket_count;
  return (
    <Dialog
      title={messages.merging.title(from.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isBusy}
            disabledReason={target === null ? messages.merging.choose : undefined}
          >
            {messages.merging.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
        {into === null ? (
          <Controller
            control={control}
            name="into"
            render={({ field: { onChange, ref } }) => (
              <TagList
                fieldRef={ref}
                tags={tags.filter(({ id }) => id !== from.id)}
                chosen={target}
                onChoose={({ id }) => onChange(id)}
              />
            )}
          />
        ) : null}
        <p aria-live="polite" className="font-medium [overflow-wrap:anywhere]">
          {target === null ? null : messages.merging.sentence(from.name, target.name, count, formatCount(count))}
        </p>
        {target === null ? null : <p className="text-12 text-ink-2">{messages.merging.final(from.name)}</p>}
        <DialogFailure error={error} />
      </form>
    </Dialog>
  );
}
