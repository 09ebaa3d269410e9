import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '#src/settings/keys-page.tsx';
import { KEY_CATALOGUE } from '#src/shell/key-catalogue.ts';

export const Route = createFileRoute('/_app/settings/keys')({ component: Page });

function Page() {
  return <KeysPage groups={KEY_CATALOGUE} />;
}
