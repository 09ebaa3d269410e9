import { memo } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { IconButton } from '#src/ui/button.tsx';
import { DisplayMenu, type InboxButtonsProps } from './display-menu.tsx';
import { FolderMenu } from './folder-menu.tsx';
import { messages } from './messages.ts';
import { PhoneBar } from '#src/inbox/phone-bar.tsx';

/** Beside the title where the sidebar has no room for the folders. */
export function FolderSwitch() {
  if (!useMedia('(max-width: 1099px)')) return null;
  return (
    <span className="-ms-2 -me-1.5 flex-none size-(--h-control) max-md:group-has-data-whole/head:hidden">
      <FolderMenu />
    </span>
  );
}

/** The buttons of the page's header; on a phone they are all there is above the list. */
export const InboxButtons = memo(function InboxButtons(props: InboxButtonsProps) {
  if (props.isPhone) {
    return <PhoneBar {...props} />;
  }
  const { isFetching, hasResults: _hasResults, ...display } = props;
  const { refresh } = props.actions;
  return (
    <>
      <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isFetching} onClick={() => void refresh()} />
      <DisplayMenu {...display} />
    </>
  );
});
