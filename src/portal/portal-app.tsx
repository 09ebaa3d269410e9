import { useEffect } from 'react';
import { formatTime } from '#src/format/time.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { Notice } from './notice.tsx';
import { PageFrame } from './page-frame.tsx';
import { usePortal } from './portal-store.ts';
import { PortalSkeleton } from './portal-skeleton.tsx';
import { Requests } from './requests.tsx';
import { untilOf, visitorZone } from './until.ts';
import { useOnline } from './use-online.ts';

/** The customer's page: their requests, or why there is nothing to see. */
export function PortalApp() {
  const state = usePortal();
  const isOnline = useOnline();
  const name = state.phase === 'open' ? state.session.site_name : undefined;
  useEffect(() => {
    document.title = name === undefined || name === '' ? messages.title : `${messages.title} · ${name}`;
  }, [name]);

  if (state.phase === 'loading') {
    return (
      <PageFrame>
        <PortalSkeleton />
      </PageFrame>
    );
  }
  if (state.phase !== 'open') {
    return (
      <PageFrame>
        <Notice state={state} isOnline={isOnline} />
      </PageFrame>
    );
  }
  const { session, loadedAt } = state;
  const zone = visitorZone();
  const loaded = formatTime(new Date(loadedAt).toISOString(), zone);
  return (
    <PageFrame
      name={name}
      until={untilOf(session.expires_utc, zone, Date.now())}
      foot={messages.foot(zone)}
      banner={
        <div role="status">
          {isOnline ? null : (
            <p className="border-b border-warn-line bg-warn-tint px-4 py-2 text-[13px] text-warn-text md:px-6">
              <span className="mx-auto flex w-full max-w-[992px] items-center gap-2">
                <Icon name="offline" size={14} />
                {messages.offline.banner(loaded)}
              </span>
            </p>
          )}
        </div>
      }
    >
      <Requests session={session} zone={zone} />
    </PageFrame>
  );
}
