import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { formatInstant } from '#src/format/time.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { AttentionList } from './rules-panel.tsx';
import { Figures } from './figures.tsx';
import { thaw, type Frozen } from './frozen.ts';
import { messages } from './incident-messages.ts';
import { type Reading, leadSentence } from './rule-text.ts';
import { messages as page } from './messages.ts';

interface FrozenViewProps {
  readonly hash: string;
  readonly reading: Reading;
}

/** The page with the numbers of a link: nothing is asked, and nothing changes. */
export function FrozenView({ hash, reading }: FrozenViewProps) {
  const { site_id: siteId } = useWhoami();
  const [frozen, setFrozen] = useState<Frozen | null | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    void thaw(hash).then((read) => isGone || setFrozen(read));
    return () => {
      isGone = true;
    };
  }, [hash]);
  const toLive = (
    <Link to="/health" className={buttonClass({ size: 'sm' })}>
      {messages.toLive}
    </Link>
  );
  return (
    <>
      <PageHeader title={page.title} />
      {frozen === undefined ? (
        <p className="sr-only">{messages.reading}</p>
      ) : frozen === null ? (
        <EmptyBlock icon="info" title={messages.broken} text={messages.brokenText} action={toLive} />
      ) : frozen.siteId !== siteId.toString() ? (
        <EmptyBlock
          icon="info"
          title={messages.otherSite}
          text={messages.otherSiteText(frozen.siteId)}
          action={toLive}
        />
      ) : (
        <FrozenPage frozen={frozen} reading={reading}>
          {toLive}
        </FrozenPage>
      )}
    </>
  );
}

interface FrozenPageProps {
  readonly frozen: Frozen;
  readonly reading: Reading;
  readonly children: ReactNode;
}

function FrozenPage({ frozen: { picture }, reading, children }: FrozenPageProps) {
  const at = picture.now.as_of_utc;
  // "Yesterday" and ages are those of the moment that was frozen.
  const then = { ...reading, nowMs: Date.parse(at) };
  return (
    <>
      <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-selected px-4 py-1 text-12">
        <Icon name="lock" size={14} className="text-accent-text" />
        <p role="status" className="min-w-0 flex-1">
          <b className="font-medium">{messages.banner(formatInstant(at, reading.zone))}</b> {messages.bannerText}
        </p>
        {children}
      </div>
      <PageBody>
        <h2 className="text-20 font-semibold text-pretty">{leadSentence(picture, then)}</h2>
        <AttentionList picture={picture} reading={then} />
        <div className="mt-5">
          <Figures picture={picture} reading={then} before={null} />
        </div>
      </PageBody>
    </>
  );
}
