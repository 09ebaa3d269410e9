import { useEffect, useRef } from 'react';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { messages } from './command-messages.ts';

interface PortalCommands {
  /** Why nothing can be issued or revoked. */
  readonly reason: string | undefined;
  readonly hasList: boolean;
  readonly revokeById: () => void;
  readonly issueMany: () => void;
  readonly showSoon: () => void;
}

/** What the page can do, in the palette. */
export function usePortalCommands(commands: PortalCommands): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const { reason, hasList } = commands;
  useEffect(() => {
    const disabled = reason === undefined ? {} : { disabledReason: reason };
    const stops = [
      registerCommand({
        id: 'portal-revoke',
        group: 'list',
        label: messages.revoke,
        keywords: messages.revokeWords,
        icon: 'close',
        run: () => latest.current.revokeById(),
        ...disabled,
      }),
      registerCommand({
        id: 'portal-bulk',
        group: 'list',
        label: messages.bulk,
        keywords: messages.bulkWords,
        icon: 'rows',
        run: () => latest.current.issueMany(),
        ...disabled,
      }),
      ...(hasList
        ? [
            registerCommand({
              id: 'portal-soon',
              group: 'list',
              label: messages.soon,
              icon: 'clock',
              run: () => latest.current.showSoon(),
            }),
          ]
        : []),
    ];
    return () => stops.forEach((stop) => stop());
  }, [reason, hasList]);
}
