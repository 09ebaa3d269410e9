import { createFileRoute } from '@tanstack/react-router';
import { useWhoami } from '#src/api/whoami.ts';
import { EmbeddingPage } from '#src/settings/embedding/embedding-page.tsx';
import { embeddingSearch } from '#src/settings/embedding/search.ts';
import { providedOf } from '#src/shell/navigation.ts';
import { EMBEDDABLE_VIEWS } from '#src/shell/views.ts';

export const Route = createFileRoute('/_app/settings/embedding')({
  validateSearch: embeddingSearch,
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  const views = providedOf(EMBEDDABLE_VIEWS, useWhoami());
  return (
    <EmbeddingPage
      views={views}
      search={Route.useSearch()}
      go={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
