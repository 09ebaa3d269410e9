import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { messages } from './messages.ts';
import { useDocumentTitle } from './use-document-title.ts';

/** An address that no page has, signed in or not. */
export function NotFoundPage() {
  useReplaceFrame();
  const texts = messages.notFound;
  useDocumentTitle(`${texts.title} · ${messages.product}`);
  return (
    <main className="grid min-h-dvh place-items-center bg-surface">
      <h1 className="sr-only">{texts.title}</h1>
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
    </main>
  );
}
