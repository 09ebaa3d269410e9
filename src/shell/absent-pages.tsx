import { Link } from '@tanstack/react-router';
import { PageHeader } from '#src/panels/page-frame.tsx';
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

/** Replaces a page that needs our extensions, on a service without them. */
export function UnprovidedPage({ label }: { readonly label: string }) {
  return (
    <>
      <PageHeader title={label} />
      <EmptyBlock icon="info" title={messages.notProvided} text={messages.documentOnly} />
    </>
  );
}
