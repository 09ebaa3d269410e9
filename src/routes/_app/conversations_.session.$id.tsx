import { createFileRoute, useRouter } from '@tanstack/react-router';
import { textFromPath, textToPath } from '#src/browser/path-text.ts';
import { transcriptOptions } from '#src/conversations/queries.ts';
import { sessionSearch } from '#src/conversations/search.ts';
import { SessionPage } from '#src/conversations/session/session-page.tsx';

export const Route = createFileRoute('/_app/conversations_/session/$id')({
  params: {
    parse: ({ id }) => ({ id: textFromPath(id) }),
    stringify: ({ id }) => ({ id: textToPath(id) }),
  },
  validateSearch: sessionSearch,
  // Not awaited: the page runs the same query and shows its progress.
  loader: ({ cause, params, context: { queryClient } }) => {
    if (cause !== 'stay') void queryClient.prefetchQuery(transcriptOptions(params.id));
  },
  component: Session,
  codeSplitGroupings: [['loader', 'component']],
});

function Session() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  return (
    <SessionPage
      key={id}
      id={id}
      search={Route.useSearch()}
      go={(search) => void navigate({ search, replace: true, resetScroll: false })}
      onBack={() => (history.canGoBack() ? history.back() : void navigate({ to: '/conversations' }))}
    />
  );
}
