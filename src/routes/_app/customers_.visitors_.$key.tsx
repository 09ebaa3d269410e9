import { createFileRoute } from '@tanstack/react-router';
import { textFromPath, textToPath } from '#src/browser/path-text.ts';
import { visitorOptions } from '#src/visitors/queries.ts';
import { VisitorPage } from '#src/visitors/visitor-page.tsx';

export const Route = createFileRoute('/_app/customers_/visitors_/$key')({
  params: {
    parse: ({ key }) => ({ key: textFromPath(key) }),
    stringify: ({ key }) => ({ key: textToPath(key) }),
  },
  loader: ({ cause, params, context: { queryClient } }) => {
    if (cause !== 'stay') void queryClient.prefetchQuery(visitorOptions(params.key));
  },
  component: OneVisitor,
  codeSplitGroupings: [['loader', 'component']],
});

function OneVisitor() {
  const { key } = Route.useParams();
  const navigate = Route.useNavigate();
  return <VisitorPage key={key} visitorKey={key} onErased={() => navigate({ to: '/customers/visitors' })} />;
}
