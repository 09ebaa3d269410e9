import { createFileRoute } from '@tanstack/react-router';
import { DatesTab } from '#src/hours/dates/dates-tab.tsx';
import { datesSearch } from '#src/hours/search.ts';

export const Route = createFileRoute('/_app/manage/hours/dates')({ validateSearch: datesSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <DatesTab
      search={Route.useSearch()}
      go={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
