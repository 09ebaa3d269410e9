import { useEffect, useRef } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { registerCommand, type Command } from '#src/ui/keys/commands.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { CustomerVerbs } from './customer-verbs.ts';
import { messages as keys } from './key-messages.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';

/** The keys of the page, and its verbs in the palette. */
export function useCustomerCommands(open: OpenCustomer, verbs: CustomerVerbs): void {
  const tickets = useWriteAccess('tickets:write').reason;
  const portal = useWriteAccess('portal_tokens:write').reason;
  const { email, blocked_utc: blocked } = open.customer.identity;
  const link = portal ?? (email === null ? messages.noEmailForLink : undefined);
  const { name } = open;
  const texts = messages.commands;
  const latest = useRef(verbs);
  useEffect(() => {
    latest.current = verbs;
  });

  const { group } = keys;
  useShortcut('n', () => orSay(tickets, verbs.newTicket), { label: keys.newTicket, group });
  useShortcut('l', () => orSay(link, verbs.issueLink), { label: keys.issueLink, group });
  useShortcut('b', () => orSay(verbs.bindReason, verbs.bind), { label: keys.bind, group });

  const isBlocked = blocked != null;
  const { hasTools } = open;
  const { bindReason, editReason } = verbs;
  useEffect(() => {
    const add = (id: keyof CustomerVerbs, label: string, reason: string | undefined, more: Partial<Command> = {}) =>
      registerCommand({
        id: `customer-verb-${id}`,
        group: 'customer',
        label,
        run: () => {
          const act = latest.current[id];
          if (typeof act === 'function') act();
        },
        ...more,
        ...(reason === undefined ? {} : { disabledReason: reason }),
      });
    const added = [
      add('newTicket', texts.newTicket(name), tickets, { icon: 'plus', kbd: 'n' }),
      add('issueLink', texts.issueLink(name), link, { icon: 'key', kbd: 'l' }),
      add('bind', texts.bind(name), bindReason, { icon: 'chat', kbd: 'b' }),
      add('openInInbox', texts.openInInbox(name), undefined, { icon: 'inbox' }),
      add('copyLink', texts.copyLink, undefined, { icon: 'copy' }),
      ...(hasTools
        ? [
            add('edit', texts.edit(name), editReason, { icon: 'pencil' }),
            add('duplicates', texts.duplicates(name), undefined, { icon: 'people' }),
            add('block', isBlocked ? texts.unblock(name) : texts.block(name), editReason, { icon: 'lock' }),
          ]
        : []),
    ];
    return () => {
      for (const remove of added) remove();
    };
  }, [name, tickets, link, bindReason, editReason, isBlocked, hasTools, texts]);
}

function orSay(reason: string | undefined, act: () => void): void {
  if (reason === undefined) act();
  else toast({ kind: 'info', text: reason });
}
