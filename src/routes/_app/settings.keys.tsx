import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '#src/settings/keys/keys-page.tsx';
import { KEY_CATALOGUE } from '#src/shell/key-catalogue.ts';
import { PageHeader } from '#src/shell/page-header.tsx';

export const Route = createFileRoute('/_app/settings/keys')({ component: Page });

function Page() {
  return <KeysPage Header={PageHeader} groups={KEY_CATALOGUE} />;
}
