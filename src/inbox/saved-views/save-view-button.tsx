import { useWriteAccess } from '#src/api/write-access.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { messages as inboxMessages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './messages.ts';
import { useListViews } from './use-views.tsx';

/** In the filter bar: keeps the list as a view, or its changes when it was opened from one. */
export function SaveViewButton({ search }: { readonly search: InboxSearch }) {
  const { known, active, changed, isBusy, save, discard, itemsOf, saveReason, askName, dialogs } = useListViews(search);
  // Where there is no sidebar, and in it no line of the view.
  const isSmall = useMedia('(max-width: 1099px)');
  const { reason: sharedReason } = useWriteAccess('tickets:write');
  const ask = {
    size: 'sm',
    variant: 'ghost',
    'aria-haspopup': 'dialog',
    disabledReason: saveReason,
    onClick: askName,
  } as const;
  return (
    <>
      {changed === undefined ? null : (
        <>
          <Button
            size="sm"
            busy={isBusy}
            disabledReason={changed.shared ? sharedReason : saveReason}
            onClick={() => save(changed)}
          >
            {messages.saveChanges}
          </Button>
          <Button {...ask}>{messages.saveAs}</Button>
          {isSmall ? null : (
            <Button size="sm" variant="ghost" onClick={() => discard(changed)}>
              {messages.discard}
            </Button>
          )}
        </>
      )}
      {active !== undefined && isSmall ? (
        <Menu
          label={messages.actionsOf(active.name)}
          align="end"
          trigger={(props) => <IconButton {...props} size="sm" icon="more" label={messages.actionsOf(active.name)} />}
          items={itemsOf(active)}
        />
      ) : null}
      {active === undefined && known.isProvided && (known.isLoaded || search.view === undefined) ? (
        <Button {...ask}>{inboxMessages.saveView}</Button>
      ) : null}
      {dialogs}
    </>
  );
}
