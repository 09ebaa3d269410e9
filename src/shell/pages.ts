import type { IconName } from '#src/ui/icons/icon-paths.ts';
import { messages } from './messages.ts';

/** The pages of the sidebar, the bottom tabs, the palette and the go-to keys. One that does not work yet is not here. */
export const PAGES = [
  { id: 'inbox', to: '/inbox', label: messages.pages.inbox, icon: 'inbox', keys: 'g i' },
  { id: 'settings', to: '/settings/appearance', label: messages.pages.settings, icon: 'settings', keys: 'g ,' },
] as const satisfies readonly {
  readonly id: string;
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly keys: string;
}[];

export type Page = (typeof PAGES)[number];

/** Whether a path belongs to a page of the sidebar; a ticket belongs to the inbox. */
export function isCurrent(page: Page, path: string): boolean {
  if (page.id === 'inbox') return /^\/(inbox|tickets)(\/|$)/.test(path);
  return path.startsWith(`/${page.id}`);
}
