import { createFileRoute } from '@tanstack/react-router';
import { AnswersTab } from '#src/csat/answers/answers-tab.tsx';
import { answersSearch } from '#src/csat/search.ts';

export const Route = createFileRoute('/_app/csat/answers')({ validateSearch: answersSearch, component: Tab });

function Tab() {
  const navigate = Route.useNavigate();
  return (
    <AnswersTab
      search={Route.useSearch()}
      go={(search, { replace }) => void navigate({ search, replace, resetScroll: false })}
    />
  );
}
