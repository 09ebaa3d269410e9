import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router';
import { ConversationsView } from '#src/conversations/conversations-view.tsx';
import { conversationsSearch } from '#src/conversations/search.ts';

export const Route = createFileRoute('/_app/conversations')({
  validateSearch: conversationsSearch,
  component: Page,
});

function Page() {
  const navigate = useNavigate();
  return (
    <ConversationsView
      search={Route.useSearch()}
      // The tab keeps its own parameters, but starts at its first row.
      go={({ days, from, to }, { replace }) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, days, from, to, skip: undefined }),
          replace,
          resetScroll: false,
        })
      }
    >
      <Outlet />
    </ConversationsView>
  );
}
