import { createFileRoute } from '@tanstack/react-router';
import { sessionSearch } from '#src/conversations/search.ts';
import { SessionPage } from '#src/conversations/session/session-page.tsx';

export const Route = createFileRoute('/_app/conversations_/session/$id')({
  validateSearch: sessionSearch,
  component: Session,
});

function Session() {
  const navigate = Route.useNavigate();
  return (
    <SessionPage
      id={Route.useParams().id}
      search={Route.useSearch()}
      go={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
