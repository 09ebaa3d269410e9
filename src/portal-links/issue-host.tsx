import { createAtom, useSelector } from '@tanstack/react-store';
import { Suspense } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useLeavingPage } from '#src/browser/use-leaving-page.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import type { IssueRequest } from './issue-dialog.tsx';

/** Of the palette's line, which every page has: the rest of the room's texts comes with the dialog. */
const messages = defineMessages({
  issue: 'Issue portal link',
  keywords: 'portal token share access email customer',
});

const request = createAtom<IssueRequest | null>(null);

/** Opens the dialog that issues a portal link, from any page. */
export function askForPortalLink(asked: IssueRequest): void {
  request.set(asked);
}

const close = () => request.set(null);

const IssueDialogPart = lazyPart(async () => (await import('./issue-dialog.tsx')).IssueDialog);

/** The dialog that issues a portal link, on every page, and its line in the palette. */
export function IssueHost() {
  const asked = useSelector(request);
  const { reason: disabledReason } = useWriteAccess('portal_tokens:write');
  const { issue: label, keywords } = messages;
  const run = () => askForPortalLink({});
  useOfferedCommands([{ id: 'issue-portal-link', group: 'go', label, keywords, icon: 'key', run, disabledReason }]);
  useLeavingPage(close);
  if (asked === null) return null;
  return (
    <Suspense fallback={null}>
      <IssueDialogPart request={asked} title={label} onClose={close} />
    </Suspense>
  );
}
