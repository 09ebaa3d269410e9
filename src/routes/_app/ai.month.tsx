import { createFileRoute } from '@tanstack/react-router';
import { MonthPage } from '#src/ai-usage/month/month-page.tsx';
import { monthSearch } from '#src/ai-usage/search.ts';

export const Route = createFileRoute('/_app/ai/month')({
  validateSearch: monthSearch,
  component: Page,
});

function Page() {
  return <MonthPage search={Route.useSearch()} />;
}
