import { createFileRoute } from '@tanstack/react-router';
import { isWholeService } from '#src/api/whoami.ts';
import { grants } from '#src/api/write-access.ts';
import { displayZone } from '#src/browser/zone.ts';
import { AuditPage } from '#src/settings/audit/audit-page.tsx';
import { auditOptions } from '#src/settings/audit/queries.ts';
import { auditSearch } from '#src/settings/audit/search.ts';

export const Route = createFileRoute('/_app/settings/audit')({
  validateSearch: auditSearch,
  loaderDeps: ({ search: { entry: _entry, ...filters } }) => filters,
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, deps, context: { queryClient, whoami } }) => {
    if (cause === 'stay' || !isWholeService(whoami) || !grants(whoami.scopes, 'admin:read')) return;
    void queryClient.prefetchInfiniteQuery(auditOptions(deps, displayZone()));
  },
  component: Page,
  codeSplitGroupings: [['loader', 'component']],
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <AuditPage
      search={Route.useSearch()}
      go={(next, { push } = { push: false }) => void navigate({ search: next, replace: !push, resetScroll: false })}
    />
  );
}
