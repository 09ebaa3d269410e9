import { useIsFetching } from '@tanstack/react-query';
import { IconButton } from '#src/ui/icon-button.tsx';
import { messages } from './messages.ts';
import { refresh } from './refresh.ts';

/** For the actions of a page's header. */
export function RefreshButton() {
  const fetching = useIsFetching() > 0;
  return <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={fetching} onClick={() => void refresh()} />;
}
