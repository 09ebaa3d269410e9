import { Link } from '@tanstack/react-router';
import { PageHeader } from '#src/panels/page-frame.tsx';
import type { ViewPlace } from '#src/panels/view-type.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { messages } from './messages.ts';

/** An address that no page has: the frame stays, so that every other page is one step away. */
export function NotFoundPage() {
  const texts = messages.notFound;
  return (
    <>
      <PageHeader title={texts.title} />
      <div className="pane grid min-h-0 flex-1 place-items-center">
        <EmptyBlock
          icon="search"
          title={texts.heading}
          text={texts.text}
          action={
            <Link to="/inbox" className={buttonClass({ variant: 'primary' })}>
              {texts.toInbox}
            </Link>
          }
        />
      </div>
    </>
  );
}

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
