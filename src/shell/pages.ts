import type { IconName } from '#src/ui/icons/icon-paths.ts';
import { messages } from './messages.ts';

/** The pages of the sidebar, the bottom tabs, the palette and the go-to keys. One that does not work yet is not here. */
export const PAGES = [
  { id: 'inbox', to: '/inbox', label: messages.pages.inbox, icon: 'inbox', keys: 'g i', isTab: true },
  { id: 'customers', to: '/customers', label: messages.pages.customers, icon: 'people', keys: 'g c', isTab: true },
  {
    id: 'ai',
    to: '/ai/usage',
    label: messages.pages.ai,
    icon: 'spark',
    keys: 'g a',
    group: messages.pageGroups.ai,
    sideLabel: messages.shortPages.ai,
    tabLabel: messages.shortPages.aiTab,
    isTab: true,
  },
  {
    id: 'portal-tokens',
    to: '/manage/portal-tokens',
    label: messages.pages.portalTokens,
    icon: 'key',
    keys: 'g p',
    group: messages.pageGroups.manage,
    isTab: false,
  },
  {
    id: 'settings',
    to: '/settings/appearance',
    label: messages.pages.settings,
    icon: 'settings',
    keys: 'g ,',
    isTab: false,
  },
] as const satisfies readonly {
  readonly id: string;
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly keys: string;
  /** Has a tab of its own on a phone; the others stand behind "More". */
  readonly isTab: boolean;
  /** The heading that it stands under in the sidebar, and how it is called there and in the tabs of a phone. */
  readonly group?: string;
  readonly sideLabel?: string;
  readonly tabLabel?: string;
}[];

export type Page = (typeof PAGES)[number];

/** Whether a path belongs to a page of the sidebar; a ticket belongs to the inbox. */
export function isCurrent(page: Page, path: string): boolean {
  if (page.id === 'inbox') return /^\/(inbox|tickets|queue)(\/|$)/.test(path);
  return path.startsWith(page.id === 'portal-tokens' ? page.to : `/${page.id}`);
}
