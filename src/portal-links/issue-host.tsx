import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { messages } from './messages.ts';
import { askForPortalLink, closeIssueDialog, useIssueRequest } from './issue-request.ts';

const IssueDialogPart = lazyPart(async () => (await import('./issue-dialog.tsx')).IssueDialog);

/** The dialog that issues a portal link, on every page, and its line in the palette. */
export function IssueHost() {
  const request = useIssueRequest();
  const { reason } = useWriteAccess('portal_tokens:write');

  useEffect(
    () =>
      registerCommand({
        id: 'issue-portal-link',
        group: 'go',
        label: messages.issue,
        keywords: messages.keywords,
        icon: 'key',
        run: () => askForPortalLink({}),
        ...(reason === undefined ? {} : { disabledReason: reason }),
      }),
    [reason],
  );

  // Another page, or signed out: the next person here did not ask for it.
  const { pathname } = useLocation();
  const openedOn = useRef(pathname);
  useEffect(() => {
    if (openedOn.current !== pathname) closeIssueDialog();
    openedOn.current = pathname;
  }, [pathname]);
  useEffect(() => closeIssueDialog, []);

  if (request === null) return null;
  return (
    <Suspense fallback={null}>
      <IssueDialogPart request={request} onClose={closeIssueDialog} />
    </Suspense>
  );
}
