import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { transcriptOptions } from '#src/conversations/queries.ts';
import type { SessionSearch } from '#src/conversations/search.ts';
import { type TranscriptHandle, TranscriptPane } from '#src/conversations/transcript/transcript-pane.tsx';
import { useNow } from '#src/format/use-now.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { JourneyLine } from './journey.tsx';
import { leadOf } from './lead.ts';
import { messages } from './messages.ts';
import { SessionFacts } from './session-facts.tsx';

interface SessionPageProps {
  readonly id: string;
  readonly search: SessionSearch;
  readonly go: (next: SessionSearch) => void;
  /** To the page before, or to the list. */
  readonly onBack: () => void;
}

/** One conversation: what became of it, everything that was said, and the facts beside it. */
export function SessionPage({ id, search, go, onBack }: SessionPageProps) {
  const { data } = useQuery(transcriptOptions(id));
  const nowMs = useNow();
  const isWide = useMedia('(min-width: 1024px), print');
  const [isOpen, setOpen] = useState(false);
  const pane = useRef<TranscriptHandle>(null);
  const name = data?.name ?? null;
  return (
    <>
      <PageHeader
        title={name === null ? messages.title : messages.titleWith(name)}
        lead={<IconButton icon="back" label={messages.back} onClick={onBack} />}
        actions={
          <>
            {isWide || data === undefined ? null : (
              <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
                {messages.details}
              </Button>
            )}
            <PageActions />
          </>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {data === undefined ? null : (
          <div className="flex-none border-b border-line">
            <h2 className="px-6 pt-4 pb-2 text-20 font-semibold text-balance max-md:px-4">{leadOf(data, nowMs)}</h2>
            {data.journey === undefined ? null : (
              <JourneyLine transcript={data} journey={data.journey} onHandoff={() => pane.current?.toHandoff()} />
            )}
          </div>
        )}
        <div className="flex min-h-75 flex-1">
          <TranscriptPane sessionId={id} handle={pane} q={search.q} onFind={(q) => go({ ...search, q })} />
          {isWide && data !== undefined ? (
            <aside
              aria-label={messages.details}
              className="w-80 flex-none overflow-y-auto border-s border-line px-5 py-4"
            >
              <SessionFacts transcript={data} />
            </aside>
          ) : null}
        </div>
      </div>
      {isOpen && !isWide && data !== undefined ? (
        <Dialog kind="drawer" title={messages.details} onClose={() => setOpen(false)}>
          <SessionFacts transcript={data} />
        </Dialog>
      ) : null}
    </>
  );
}
