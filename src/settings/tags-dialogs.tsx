import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { messages } from './tags-messages.ts';
import { NameField } from './tags-name-field.tsx';
import { checkName } from './tags-name.ts';
import { Palette } from './tags-swatch.tsx';
import { makeTag, mergeTags, removeTag, whyNot } from './tags-write.ts';
import { TagList } from './tags-list.tsx';

interface DialogProps {
  readonly tags: readonly TagRecord[];
  readonly onClose: () => void;
}

/** Runs a write once at a time; closes after it, or says why it failed. */
function useWrite(onClose: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function run(write: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await write();
      onClose();
    } catch (error) {
      setFailure(whyNot(error));
      announce(whyNot(error), 'assertive');
      setBusy(false);
    }
  }
  return { isBusy, failure, run };
}

/** A dialog gives the focus to its first control, which is the one that closes it. */
function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

function Failure({ text }: { readonly text: string | null }): ReactNode {
  if (text === null) return null;
  return (
    <p className="mt-2 flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
      <Icon name="warning" size={14} className="mt-px flex-none" />
      {text}
    </p>
  );
}

export function NewTagDialog({ tags, onClose }: DialogProps) {
  const [name, setName] = useState('');
  const [color, setColor] = useState<number | null>(null);
  const [wasTried, setTried] = useState(false);
  const field = useFirstFocus();
  const { isBusy, failure, run } = useWrite(onClose);
  const problem = checkName(name, tags);
  // An empty field is no mistake before somebody wants to send it.
  const shown = name === '' && !wasTried ? null : problem;
  function submit(): void {
    setTried(true);
    if (problem === null) void run(() => makeTag(name.trim(), color));
  }
  return (
    <Dialog
      title={messages.create.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={submit}>
            {messages.create.submit}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <NameField ref={field} label={messages.name.label} value={name} onChange={setName} problem={shown} />
        <p className="mt-3 mb-1 text-12 font-medium">{messages.colour.label}</p>
        <Palette value={color} onChange={setColor} />
        <Failure text={failure} />
      </form>
    </Dialog>
  );
}

interface MergeDialogProps extends DialogProps {
  readonly from: TagRecord;
  /** Where it is known already. */
  readonly into: TagRecord | null;
}

export function MergeDialog({ tags, from, into, onClose }: MergeDialogProps) {
  const [target, setTarget] = useState(into);
  const field = useFirstFocus();
  const { isBusy, failure, run } = useWrite(onClose);
  const n = from.ticket_count;
  return (
    <Dialog
      title={messages.merging.title(from.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabledReason={target === null ? messages.merging.choose : undefined}
            onClick={() => target !== null && void run(() => mergeTags(from, target))}
          >
            {messages.merging.submit}
          </Button>
        </>
      }
    >
      {into === null ? (
        <TagList field={field} tags={tags.filter(({ id }) => id !== from.id)} chosen={target} onChoose={setTarget} />
      ) : null}
      <p aria-live="polite" className="font-medium [overflow-wrap:anywhere]">
        {target === null ? null : messages.merging.sentence(from.name, target.name, n, formatCount(n))}
      </p>
      {target === null ? null : <p className="text-12 text-ink-2">{messages.merging.final(from.name)}</p>}
      <Failure text={failure} />
    </Dialog>
  );
}

export function RemoveDialog({ tag, onClose }: { readonly tag: TagRecord; readonly onClose: () => void }) {
  const { isBusy, failure, run } = useWrite(onClose);
  const n = tag.ticket_count;
  return (
    <Dialog
      title={messages.removing.title(tag.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button variant="danger" busy={isBusy} onClick={() => void run(() => removeTag(tag))}>
            {messages.removing.submit}
          </Button>
        </>
      }
    >
      <p className="font-medium [overflow-wrap:anywhere]">{messages.removing.sentence(tag.name, n, formatCount(n))}</p>
      <p className="text-12 text-ink-2">{messages.removing.final}</p>
      <Failure text={failure} />
    </Dialog>
  );
}
