import { Link } from '@tanstack/react-router';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { messages } from './late-messages.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';

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
