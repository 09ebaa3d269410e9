import { useState, type ReactNode } from 'react';
import { BusinessHoursLine } from '#src/shell/business-hours-line.tsx';
import { SnoozeTime } from '#src/ticket-edit/pickers/snooze-time.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';

/** An output with the story's last action. */
function useSaid(): [ReactNode, (text: string) => void] {
  const [said, setSaid] = useState('nothing');
  return [<output key="said">{said}</output>, setSaid];
}

function MenuStory() {
  const [said, say] = useSaid();
  const [order, setOrder] = useState('newest');
  const choice = (value: string, label: string) => ({
    ...{ key: value, label, group: 'Order', kind: 'radio' as const, checked: order === value },
    onSelect: () => setOrder(value),
  });
  return (
    <>
      <Menu
        label="Ticket"
        trigger={(props) => <Button {...props}>More</Button>}
        items={[
          { key: 'close', label: 'Close', kbd: 'shift+e', onSelect: () => say('closed') },
          { key: 'copy', label: 'Copy link', onSelect: () => say('copied') },
          { key: 'merge', label: 'Merge', disabledReason: 'Needs tickets:write', onSelect: () => say('merged') },
          choice('newest', 'Newest first'),
          choice('oldest', 'Oldest first'),
        ]}
      />
      <Button>After</Button>
      {said}
    </>
  );
}

function DialogStory() {
  const [said, say] = useSaid();
  const [kind, setKind] = useState<'dialog' | 'drawer' | null>(null);
  return (
    <>
      <Button onClick={() => setKind('dialog')}>Open a dialog</Button>
      <Button onClick={() => setKind('drawer')}>Open a drawer</Button>
      {said}
      {kind === null ? null : (
        <Dialog
          title="Rename the tag"
          kind={kind}
          onClose={() => setKind(null)}
          footer={
            <Button variant="primary" onClick={() => say('saved')}>
              Save
            </Button>
          }
        >
          <label>
            Name <input className="border border-line-control bg-surface" />
          </label>
        </Dialog>
      )}
    </>
  );
}

function FinalQuestionStory() {
  const [said, say] = useSaid();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      {said}
      {isOpen ? (
        <ConfirmDialog
          title="Delete the tag?"
          submit="Delete the tag"
          isDanger
          isFinal
          isBusy={false}
          error={null}
          onConfirm={() => say('deleted')}
          onClose={() => setOpen(false)}
        >
          <p>This can’t be undone.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function ToastStory() {
  const [said, say] = useSaid();
  return (
    <>
      <Button
        onClick={() =>
          toast({
            kind: 'done',
            text: '#7 resolved',
            stayMs: 1_000,
            action: { label: 'Undo', run: () => say('undone') },
          })
        }
      >
        Resolve
      </Button>
      <Button onClick={() => toast({ kind: 'error', text: 'Not saved.', requestId: 'req_7' })}>Fail</Button>
      {said}
    </>
  );
}

function SearchStory() {
  const [value, setValue] = useState('');
  const [said, say] = useSaid();
  return (
    <>
      <SearchBox
        label="Search tickets"
        clearLabel="Clear the search"
        group="List"
        value={value}
        hasResults
        onChange={setValue}
        onLeave={(toFirst) => say(toFirst ? 'to the first row' : 'to the row before')}
      />
      <Button>After</Button>
      <p>Address: {value === '' ? 'empty' : value}</p>
      {said}
    </>
  );
}

function ChoiceStory() {
  const [theme, setTheme] = useState<'system' | 'light' | 'dark'>('system');
  const [isOn, setOn] = useState(false);
  return (
    <>
      <Segmented
        label="Theme"
        value={theme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={setTheme}
      />
      <Switch
        label="Letter keys"
        isOn={isOn}
        checked={isOn}
        text={isOn ? 'J and K move' : 'Only keys with Ctrl work'}
        onChange={() => setOn(!isOn)}
      />
    </>
  );
}

function SnoozeStory() {
  const [said, say] = useSaid();
  return (
    <>
      <SnoozeTime onChoose={say} />
      {said}
    </>
  );
}

function FailureStory() {
  const [said, say] = useSaid();
  return (
    <>
      <ErrorBlock
        title="Tickets could not be loaded"
        text="The service answered with an error."
        requestId="req_0123456789"
        details="500 · internal_error"
        onRetry={() => say('tried again')}
      />
      {said}
    </>
  );
}

/** Each part as a view would use it. */
export const STORIES = {
  'business hours': () => <BusinessHoursLine />,
  choices: () => <ChoiceStory />,
  copy: () => <CopyButton text="sck_copied" label="Copy the token" />,
  dialog: () => <DialogStory />,
  'final question': () => <FinalQuestionStory />,
  failure: () => <FailureStory />,
  menu: () => <MenuStory />,
  search: () => <SearchStory />,
  'snooze time': () => <SnoozeStory />,
  toasts: () => <ToastStory />,
  tooltip: () => (
    <Tooltip text="Refresh the list">
      <IconButton icon="refresh" label="Refresh" onClick={() => undefined} />
    </Tooltip>
  ),
} as const satisfies Readonly<Record<string, () => ReactNode>>;

export type StoryName = keyof typeof STORIES;
