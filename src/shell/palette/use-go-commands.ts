import { useRouter } from '@tanstack/react-router';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { capabilitiesOf } from '#src/inbox/capabilities.ts';
import { foldersOf } from '#src/inbox/folders.ts';
import { messages as inbox } from '#src/inbox/messages.ts';
import { useViewLinks } from '#src/inbox/saved-views/view-links.tsx';
import { messages as settings } from '#src/settings/messages.ts';
import { SETTINGS_PARTS } from '#src/settings/settings-header.tsx';
import { messages } from '#src/shell/messages.ts';
import { PAGES } from '#src/shell/pages.ts';
import type { Command } from '#src/ui/keys/commands.ts';
import { messages as own } from './palette-messages.ts';

/** What of AI usage has an address of its own. */
const AI_PARTS = [
  { part: 'caps', href: '/ai/usage/caps' },
  { part: 'value', href: '/ai/usage/value' },
  { part: 'calls', href: '/ai/usage/calls' },
  { part: 'month', href: '/ai/month' },
] as const;

/** What of customers has an address of its own. */
const CUSTOMER_PARTS = [
  { part: 'coverage', href: '/customers/coverage' },
  { part: 'merge', href: '/customers/merge' },
] as const;

/** Every place to go to: pages, folders and saved views of the inbox, pages of the settings. */
export function useGoCommands(): readonly Command[] {
  const router = useRouter();
  const whoami = useWhoami();
  const folders = foldersOf(capabilitiesOf(whoami));
  const views = useViewLinks(null);
  const { goTo } = messages.keys;
  const list = (search: object): string => router.buildLocation({ to: '/inbox', search }).href;
  const texts = own.palette;
  const { reason } = useWriteAccess('customers:write');
  const newCustomer: readonly Command[] = hasExtension(whoami, 'identity_tools')
    ? [go('customers-new', texts.customer.new, '/customers?new=1', { icon: 'plus', ...withReason(reason) })]
    : [];
  return [
    ...PAGES.map(({ id, label, icon, keys, to }) => go(`go-${id}`, goTo(label), to, { icon, kbd: keys })),
    ...AI_PARTS.map(({ part, href }) =>
      go(`ai-${part}`, goTo(texts.ai[part]), href, { note: messages.pages.ai, icon: 'spark', oneOf: 'ai' }),
    ),
    ...CUSTOMER_PARTS.map(({ part, href }) =>
      go(`customers-${part}`, goTo(texts.customer[part]), href, { note: messages.pages.customers, icon: 'people' }),
    ),
    ...newCustomer,
    ...folders.map(({ key, search }) =>
      go(`folder-${key}`, goTo(inbox.folder[key]), list(search), { note: inbox.title, icon: 'inbox', oneOf: 'folder' }),
    ),
    ...views.map(({ key, label, search }) =>
      go(`view-${key}`, goTo(label), list(search), { note: texts.savedView, icon: 'eye', oneOf: 'view' }),
    ),
    ...SETTINGS_PARTS.map(({ part, to }) =>
      go(`settings-${part}`, goTo(settings[part]), to, {
        note: settings.settings,
        icon: 'settings',
        oneOf: 'settings',
      }),
    ),
  ];
}

function go(id: string, label: string, href: string, more: Partial<Command>): Command {
  return { id, group: 'go', label, href, ...more };
}

function withReason(reason: string | undefined): Partial<Command> {
  return reason === undefined ? {} : { disabledReason: reason };
}
