import { createAtom, useSelector } from '@tanstack/react-store';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useLeavingPage } from '#src/browser/use-leaving-page.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import type { IssueRequest } from './issue-dialog.tsx';
import { messages } from './messages.ts';
import { IssueDialog } from './issue-dialog.tsx';

const request = createAtom<IssueRequest | null>(null);

/** Opens the dialog that issues a portal link, from any page. */
export function askForPortalLink(asked: IssueRequest): void {
  request.set(asked);
}

const close = () => request.set(null);

/** The dialog that issues a portal link, on every page, and its line in the palette. */
export function IssueHost() {
  const asked = useSelector(request);
  const { reason: disabledReason } = useWriteAccess('portal_tokens:write');
  const { issue: label, keywords } = messages;
  const run = () => askForPortalLink({});
  useOfferedCommands([{ id: 'issue-portal-link', group: 'go', label, keywords, icon: 'key', run, disabledReason }]);
  useLeavingPage(close);
  if (asked === null) return null;
  return <IssueDialog request={asked} title={label} onClose={close} />;
}
