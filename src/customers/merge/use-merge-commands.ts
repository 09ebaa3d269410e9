import { useEffect, useRef } from 'react';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { messages } from './merge-messages.ts';

interface MergeCommands {
  readonly onByHand: () => void;
  readonly onReceipts: () => void;
}

/** What the palette offers on the page of merging. */
export function useMergeCommands(commands: MergeCommands): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const offs = [
      registerCommand({
        id: 'customers.merge-by-hand',
        group: 'customers',
        label: messages.byHand,
        note: messages.title,
        icon: 'people',
        run: () => latest.current.onByHand(),
      }),
      registerCommand({
        id: 'customers.merge-receipts',
        group: 'customers',
        label: messages.receipts,
        icon: 'recent',
        run: () => latest.current.onReceipts(),
      }),
    ];
    return () => {
      for (const off of offs) off();
    };
  }, []);
}
