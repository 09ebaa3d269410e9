import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { messages as keyMessages } from '#src/ai-usage/key-messages.ts';
import { firstDays, limitsOptions, usageOptions } from '#src/ai-usage/queries.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import type { AiSearch } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { useNow } from '#src/format/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { CAPS, draftOf, limitAfter } from './cap-draft.ts';
import { CapMeter } from './cap-meter.tsx';
import { messages } from './messages.ts';
import { outlookOf } from './outlook.ts';
import { usePendingSearch } from './use-pending-search.ts';

/** Fetched when somebody is about to edit. */
const CapsForm = lazyPart(async () => (await import('./caps-form.tsx')).CapsForm);

/** What of the address belongs to the form: all of it goes when the form is closed. */
const CLOSED: AiSearch = {
  edit: undefined,
  budget: undefined,
  tokens: undefined,
  minute: undefined,
  action: undefined,
};

/** The three caps with their gauges, and the form that tries and sets them. */
export function CapsPanel({ search, go, hasReports }: TabProps) {
  const limits = useQuery(limitsOptions());
  const { reason } = useWriteAccess('ai_limits:write');
  const isEditing = search.edit === true;
  const isLoaded = limits.data !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const open = () => go({ ...search, edit: true }, { replace: false });
  useShortcut('b', open, {
    label: keyMessages.edit,
    group: keyMessages.group,
    when: isLoaded && reason === undefined && !isEditing,
  });

  return (
    <Panel
      title={messages.title}
      resource="ai_limits"
      note={isLoaded ? <span className="rounded-tag bg-active px-1.5 text-ink-2">{badgeOf(limits.data)}</span> : null}
      actions={
        !isLoaded || isEditing ? null : (
          <Button
            ref={button}
            variant="ghost"
            size="sm"
            kbd="b"
            disabledReason={reason}
            onPointerEnter={CapsForm.preload}
            onFocus={CapsForm.preload}
            onClick={open}
          >
            {messages.edit}
          </Button>
        )
      }
    >
      <QueryState query={limits} name={messages.title} rows={6}>
        {(data) => <Gauges search={search} go={go} hasReports={hasReports} limits={data} reason={reason} />}
      </QueryState>
    </Panel>
  );
}

function badgeOf({ action }: AiLimits): string {
  return messages.badge[action];
}

interface GaugesProps extends TabProps {
  readonly limits: AiLimits;
  readonly reason: string | undefined;
}

function Gauges({ search, go, hasReports, limits, reason }: GaugesProps) {
  const nowMs = useNow();
  const usage = useQuery(usageOptions(firstDays(search, nowMs)));
  const { shown, change, leave } = usePendingSearch(search, go);
  const isEditing = search.edit === true;
  return (
    <>
      {CAPS.map((cap) => {
        const saved = limits[cap].limit;
        const tried = isEditing ? limitAfter(cap, draftOf(cap, shown), saved) : saved;
        const limit = tried === undefined ? saved : tried;
        return (
          <CapMeter
            key={cap}
            cap={cap}
            current={limits[cap].current}
            limit={limit}
            isTried={String(limit) !== String(saved)}
          />
        );
      })}
      {isEditing ? (
        <Suspense fallback={<Skeleton className="mt-4 h-80 w-full" />}>
          <CapsForm
            limits={limits}
            outlook={outlookOf(usage.data ?? null, nowMs)}
            hasReports={hasReports}
            search={shown}
            onType={change}
            reason={reason}
            onClose={() => leave({ ...search, ...CLOSED }, { replace: true })}
          />
        </Suspense>
      ) : null}
    </>
  );
}
