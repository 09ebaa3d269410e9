import { view } from './view.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { useState } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { IssuePanel } from '#src/portal-links/issue-form.tsx';
import { askForPortalLink } from '#src/portal-links/issue-host.tsx';
import { Button } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { LinksList } from './links-list.tsx';
import { messages } from './messages.ts';
import { type RevokeAsked, RevokeDialog } from './revoke-dialog.tsx';
import type { PortalSearch } from './search.ts';
import { countsOptions, useLinks } from './queries.ts';
import { formatCount } from '#src/format/number.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PortalFacets } from '#contract/portal.ts';
import { Skeleton } from '#src/ui/loading.tsx';

interface PortalTokensViewProps {
  readonly search: PortalSearch;
  readonly go: (next: PortalSearch) => void;
}

/** The site's portal links, with issuing and revoking. */
export function PortalTokensView({ search, go }: PortalTokensViewProps) {
  const hasList = hasExtension(useWhoami(), 'portal_tokens_list');
  const { reason } = useWriteAccess('portal_tokens:write');
  const [revokeAsked, setRevokeAsked] = useState<RevokeAsked | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const issue = () => askForPortalLink({});
  const revokeById = () => setRevokeAsked({ kind: 'id', text: '' });
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.issue.keys, issue, { label: keys.issue.label, group });
  useOfferedVerbs([{ id: 'portal-tokens-revoke', run: revokeById, disabledReason: reason }]);
  const { data } = useLinks(search, hasList).query;
  return (
    <>
      <PageHeader
        title={messages.title}
        actions={
          <>
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
              selected={selected}
              onSelect={setSelected}
              onRevokeMany={setRevokeAsked}
            />
          ) : (
            <p className="text-12 text-ink-3">{messages.notListed}</p>
          )}
        </div>
      </PageBody>
      {revokeAsked === null ? null : (
        <RevokeDialog
          asked={revokeAsked}
          hasList={hasList}
          onClose={() => setRevokeAsked(null)}
          onRevoked={() => setSelected(new Set())}
          onLook={go}
        />
      )}
    </>
  );
}

interface CountsStripProps {
  /** Whether the service can list the links. */
  readonly isListed: boolean;
  readonly issued: PortalFacets['issued'] | undefined;
}

/** How many links there are in each state. Each figure opens its rows. */
function CountsStrip({ isListed, issued }: CountsStripProps) {
  const { data, error, refetch } = useQuery(countsOptions());
  const counts = data?.portal_tokens;
  const { active, expired, revoked, uses } = messages.counts;
  const figures: readonly (readonly [string, number | undefined, PortalSearch])[] = [
    [active, counts?.active_tokens, { show: 'active' }],
    [expired, counts?.expired_tokens, { show: 'expired' }],
    [revoked, counts?.revoked_tokens, { show: 'revoked' }],
    [uses, counts?.total_uses, { order: 'uses' }],
  ];
  return (
    <section aria-label={messages.counts.all} className="border-b border-line pb-3.5">
      <dl className="flex flex-wrap gap-x-14 gap-y-3 max-md:gap-x-6">
        {figures.map(([label, value, search]) => (
          <div key={label} className="min-w-20">
            <dt className="text-12 text-ink-3">{label}</dt>
            <dd className="min-h-7 text-20 font-semibold tabular-nums">
              {value === undefined ? (
                <Skeleton className="mt-1.5 h-4 w-12" />
              ) : isListed ? (
                <Link to="/manage/portal-tokens" search={search} className="hover:underline">
                  {formatCount(value)}
                </Link>
              ) : (
                formatCount(value)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {error !== null && data === undefined ? (
        <p role="alert" className="mt-1 text-12 text-danger-text">
          {messages.counts.failed}{' '}
          <button type="button" className="min-h-6 font-medium underline" onClick={() => void refetch()}>
            {messages.counts.retry}
          </button>
        </p>
      ) : issued !== undefined ? (
        <p className="mt-1 text-12 text-ink-3">
          <Link to="/manage/portal-tokens" search={{ days: 30 }} className="text-accent-text hover:underline">
            {messages.counts.issued(issued.last_30, formatCount(issued.last_30))}
          </Link>
          {messages.counts.before(formatCount(issued.before))}
        </p>
      ) : (
        <p className="mt-1 text-12 text-ink-3">{messages.counts.all}</p>
      )}
    </section>
  );
}
