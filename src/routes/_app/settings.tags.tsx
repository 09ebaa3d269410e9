import { createFileRoute } from '@tanstack/react-router';
import { TagsPage } from '#src/settings/tags/tags-page.tsx';

export const Route = createFileRoute('/_app/settings/tags')({ component: Page });

function Page() {
  return <TagsPage />;
}
