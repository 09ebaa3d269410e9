import { queryClient } from '#src/api/query-client.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

/** Loads again what is on screen; old data stays until the new is there. */
export async function refresh(): Promise<void> {
  await queryClient.refetchQueries({ type: 'active' });
  announce(messages.refreshed);
}
