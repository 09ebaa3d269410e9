import { PageHeader } from '#src/panels/page-frame.tsx';
import type { ViewPlace } from '#src/panels/view-type.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { messages } from './late-messages.ts';

interface UnprovidedPageProps {
  readonly label: string;
  readonly extension: ViewPlace['extension'];
}

/** In place of a page that needs an extension which this service does not have. */
export function UnprovidedPage({ label, extension }: UnprovidedPageProps) {
  return (
    <>
      <PageHeader title={label} />
      <EmptyBlock
        icon="info"
        title={messages.notProvided}
        text={extension === undefined ? undefined : messages.needs(extension)}
      />
    </>
  );
}
