import { createFileRoute } from '@tanstack/react-router';
import { useWhoami } from '#src/api/whoami.ts';
import { EmbeddingPage } from '#src/settings/embedding/embedding-page.tsx';
import { ALL_VIEWS } from '#src/shell/all-views.ts';
import { providedOf } from '#src/shell/views.ts';

export const Route = createFileRoute('/_app/settings/embedding')({
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  const views = providedOf(ALL_VIEWS, useWhoami()).flatMap(({ label, embed }) =>
    embed === undefined ? [] : [{ label, embed }],
  );
  return (
    <EmbeddingPage
      views={views}
      raw={Route.useSearch()}
      go={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
