import { useEffect, useRef, useState } from 'react';
import type { ChannelHandle } from '#contract/customers.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { ChannelCell, COLUMNS, ExternalId } from './handle-cells.tsx';
import { nameOf } from './handle-writes.ts';
import { messages } from './messages.ts';

interface HandleRowProps {
  readonly handle: ChannelHandle;
  /** Why nothing can be changed. */
  readonly reason: string | undefined;
  readonly onUnbind: () => void;
  /** Answers whether it was saved. */
  readonly onRename: (displayHandle: string) => Promise<boolean>;
}

/** A bound handle; unbinding it is asked in the row itself. */
export function HandleRow({ handle, reason, onUnbind, onRename }: HandleRowProps) {
  const zone = useDisplayZone();
  const [state, setState] = useState<'shown' | 'asking' | 'editing'>('shown');
  const row = useRef<HTMLLIElement>(null);
  const name = nameOf(handle);
  const wasState = useRef(state);
  useEffect(() => {
    const before = wasState.current;
    wasState.current = state;
    if (state === before) return;
    const target =
      state === 'shown' ? (before === 'asking' ? 'unbind' : 'edit') : state === 'asking' ? 'keep' : 'field';
    row.current?.querySelector<HTMLElement>(`[data-focus="${target}"]`)?.focus();
  }, [state]);

  useShortcut('escape', () => setState('shown'), { inFields: true, when: state !== 'shown' });
  const isAsking = state === 'asking';
  return (
    <li
      ref={row}
      className={`grid min-h-row grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-0.5 ${COLUMNS} ${
        isAsking ? '-mx-2 border-b border-danger-line bg-danger-tint px-2' : 'border-b border-line'
      }`}
    >
      <ChannelCell channel={handle.channel} />
      <div className="max-w-full @max-xl:col-span-full @max-xl:row-start-2">
        <ExternalId handle={handle} />
      </div>
      {state === 'editing' ? (
        <RenameForm
          handle={handle}
          onDone={() => setState('shown')}
          onRename={onRename}
          className="@max-xl:col-span-full @xl:col-span-3"
        />
      ) : isAsking ? (
        <div
          role="group"
          aria-label={messages.ask(name)}
          className="flex flex-wrap items-center justify-end gap-2 @max-xl:col-span-full @xl:col-span-3"
        >
          <span className="min-w-0 flex-1 text-12 text-danger-text">{messages.askText}</span>
          <Button size="sm" data-focus="keep" onClick={() => setState('shown')}>
            {messages.keep}
          </Button>
          <Button size="sm" variant="danger" onClick={onUnbind}>
            {messages.unbind}
          </Button>
        </div>
      ) : (
        <>
          <span
            dir="auto"
            className={`min-w-0 [overflow-wrap:anywhere] @max-xl:row-start-3 ${handle.display_handle ? '' : 'text-ink-3'}`}
          >
            {handle.display_handle || messages.none}
          </span>
          <time
            dateTime={handle.bound_utc}
            title={formatInstant(handle.bound_utc, zone)}
            className="text-12 whitespace-nowrap text-ink-3 tabular-nums @max-xl:row-start-3 @max-xl:text-end"
          >
            {formatDay(handle.bound_utc, zone)}
          </time>
          <span className="flex justify-end gap-0.5 @max-xl:col-start-2 @max-xl:row-start-1 print:hidden">
            <IconButton
              icon="pencil"
              size="sm"
              data-focus="edit"
              label={messages.edit(name)}
              disabledReason={reason}
              onClick={() => setState('editing')}
            />
            <Button
              size="sm"
              variant="ghost"
              data-focus="unbind"
              aria-label={messages.unbindOne(name)}
              disabledReason={reason}
              onClick={() => setState('asking')}
            >
              {messages.unbind}
            </Button>
          </span>
        </>
      )}
    </li>
  );
}

interface RenameFormProps {
  readonly handle: ChannelHandle;
  readonly onDone: () => void;
  readonly onRename: HandleRowProps['onRename'];
  readonly className: string;
}

/** Another display handle: the same handle is bound again with it. */
function RenameForm({ handle, onDone, onRename, className }: RenameFormProps) {
  const [text, setText] = useState(handle.display_handle ?? '');
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (isBusy) return;
    if (text.trim() === (handle.display_handle ?? '')) return onDone();
    setBusy(true);
    const isSaved = await onRename(text.trim());
    setBusy(false);
    if (isSaved) onDone();
  }

  return (
    <form
      noValidate
      className={`flex min-w-0 flex-wrap items-center gap-2 py-0.5 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        data-focus="field"
        aria-label={messages.edit(nameOf(handle))}
        value={text}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        className="h-control min-w-32 flex-1 rounded-control border border-line-control bg-surface px-2.5 pointer-coarse:h-11"
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="sm" variant="ghost" onClick={onDone}>
        {messages.cancel}
      </Button>
      <Button size="sm" type="submit" variant="primary" busy={isBusy}>
        {messages.save}
      </Button>
    </form>
  );
}
