import { memo, Suspense } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { IconButton } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { DisplayMenu, type InboxActionsProps } from './display-menu.tsx';
import { FolderMenu } from './lazy-parts.ts';
import { messages } from './messages.ts';

/** Beside the title where the sidebar has no room for the folders. */
export function FolderSwitch() {
  if (!useMedia('(max-width: 1099px)')) return null;
  return (
    <span className="-ms-2 -me-1.5 flex-none size-(--h-control) group-has-data-whole/head:hidden">
      <Suspense fallback={null}>
        <FolderMenu />
      </Suspense>
    </span>
  );
}

const PhoneBar = lazyPart(async () => (await import('#src/inbox/phone-bar.tsx')).PhoneBar);

/** The buttons of the page's header; on a phone they are all there is above the list. */
export const InboxActions = memo(function InboxActions(props: InboxActionsProps) {
  if (props.isPhone) {
    return (
      // The place of its three buttons, so that nothing moves when they come.
      <Suspense fallback={<span className="w-[calc(3*var(--h-control)+16px)]" />}>
        <PhoneBar {...props} />
      </Suspense>
    );
  }
  const { isFetching, onRefresh, onQueue, ...display } = props;
  return (
    <>
      <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isFetching} onClick={() => void onRefresh()} />
      <IconButton icon="play" label={messages.queue} kbd="q" onClick={onQueue} />
      <DisplayMenu {...display} />
    </>
  );
});
