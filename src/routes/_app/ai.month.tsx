import { createFileRoute } from '@tanstack/react-router';
import { MonthPage } from '#src/ai-usage/month/month-page.tsx';
import { validateMonthSearch } from '#src/ai-usage/month/month-search.ts';
import { PageHeader } from '#src/shell/page-header.tsx';

export const Route = createFileRoute('/_app/ai/month')({
  validateSearch: validateMonthSearch,
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MonthPage
      search={search}
      go={(next, { replace }) => void navigate({ search: next, replace })}
      Header={PageHeader}
    />
  );
}
