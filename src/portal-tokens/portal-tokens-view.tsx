import { view } from '#src/portal-tokens/view.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { IssuePanel } from '#src/portal-links/issue-panel.tsx';
import { askForPortalLink } from '#src/portal-links/issue-request.ts';
import { Button } from '#src/ui/button.tsx';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { CountsStrip } from './counts-strip.tsx';
import { LinksList } from './links-list.tsx';
import { messages } from './messages.ts';
import type { RevokeAsked } from './revoke-links.ts';
import type { PortalSearch } from './search.ts';
import { BulkStrip } from './bulk-strip.tsx';
import { useLinks } from './queries.ts';

const RevokePart = lazyPart(async () => (await import('./revoke-dialog.tsx')).RevokeDialog);
const BulkPart = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

interface PortalTokensViewProps {
  readonly search: PortalSearch;
  readonly go: (next: PortalSearch) => void;
}

/** Which portal links are out, and what can be done with them. */
export function PortalTokensView({ search, go }: PortalTokensViewProps) {
  const hasList = hasExtension(useWhoami(), 'portal_tokens_list');
  const { reason } = useWriteAccess('portal_tokens:write');
  const [revokeAsked, setRevokeAsked] = useState<RevokeAsked | null>(null);
  const [isBulkOpen, setBulkOpen] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const issue = () => askForPortalLink({});
  const revokeById = () => setRevokeAsked({ kind: 'id', text: '' });
  const issueMany = () => setBulkOpen(true);
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.issue.keys, issue, { label: keys.issue.label, group });
  usePortalCommands({ reason, hasList, revokeById, issueMany, showSoon: () => go({ show: 'expiring' }) });
  const { data } = useLinks(search, hasList).query;
  // The parts behind the buttons of the header are small: they are there when a finger is.
  useEffect(() => {
    RevokePart.preload();
    BulkPart.preload();
  }, []);
  return (
    <>
      <PageHeader
        title={messages.title}
        actions={
          <>
            <Button variant="ghost" className="max-sm:hidden" disabledReason={reason} onClick={issueMany}>
              {messages.issueMany}
            </Button>
            <Button variant="ghost" disabledReason={reason} onClick={revokeById}>
              {messages.revokeBy}
            </Button>
            <Button
              variant="primary"
              icon="plus"
              className="min-[1100px]:hidden max-md:w-control max-md:px-0"
              disabledReason={reason}
              onClick={issue}
            >
              <span className="max-md:sr-only">{messages.issue}</span>
            </Button>
          </>
        }
      />
      <BulkStrip onOpen={issueMany} />
      <PageBody>
        <CountsStrip
          isListed={hasList}
          issued={search.q === undefined && search.email === undefined ? data?.pages[0]?.facets?.issued : undefined}
        />
        <div className="mt-6 grid gap-x-10 gap-y-8 min-[1100px]:grid-cols-[272px_minmax(0,1fr)]">
          <div className="max-[1099px]:hidden">
            <IssuePanel title={messages.issueTitle} />
          </div>
          {hasList ? (
            <LinksList
              search={search}
              go={go}
              reason={reason}
              selected={selected}
              onSelect={setSelected}
              onIssue={issue}
              onRevokeMany={setRevokeAsked}
            />
          ) : (
            <p className="text-12 text-ink-3">{messages.notListed}</p>
          )}
        </div>
      </PageBody>
      <Suspense fallback={null}>
        {revokeAsked === null ? null : (
          <RevokePart
            asked={revokeAsked}
            hasList={hasList}
            onClose={() => setRevokeAsked(null)}
            onRevoked={() => setSelected(new Set())}
            onLook={go}
          />
        )}
        {isBulkOpen ? <BulkPart onClose={() => setBulkOpen(false)} /> : null}
      </Suspense>
    </>
  );
}

interface PortalCommands {
  /** Why nothing can be issued or revoked. */
  readonly reason: string | undefined;
  readonly hasList: boolean;
  readonly revokeById: () => void;
  readonly issueMany: () => void;
  readonly showSoon: () => void;
}

/** What the page can do, in the palette. */
function usePortalCommands(commands: PortalCommands): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const { reason, hasList } = commands;
  useEffect(() => {
    const texts = messages.commands;
    const disabled = reason === undefined ? {} : { disabledReason: reason };
    const stops = [
      registerCommand({
        id: 'portal-revoke',
        group: 'list',
        label: texts.revoke,
        keywords: texts.revokeWords,
        icon: 'close',
        run: () => latest.current.revokeById(),
        ...disabled,
      }),
      registerCommand({
        id: 'portal-bulk',
        group: 'list',
        label: texts.bulk,
        keywords: texts.bulkWords,
        icon: 'rows',
        run: () => latest.current.issueMany(),
        ...disabled,
      }),
      ...(hasList
        ? [
            registerCommand({
              id: 'portal-soon',
              group: 'list',
              label: texts.soon,
              icon: 'clock',
              run: () => latest.current.showSoon(),
            }),
          ]
        : []),
    ];
    return () => stops.forEach((stop) => stop());
  }, [reason, hasList]);
}
