import type { ExtensionKey } from '#contract/operation.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { messages } from './late-messages.ts';

interface UnprovidedPageProps {
  readonly title: string;
  readonly extension: ExtensionKey;
}

/** In place of a page that needs an extension which this service does not have. */
export function UnprovidedPage({ title, extension }: UnprovidedPageProps) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyBlock icon="info" title={messages.notProvided} text={messages.needs(extension)} />
    </>
  );
}
