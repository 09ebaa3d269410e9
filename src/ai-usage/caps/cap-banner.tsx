import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import { getHealth } from '#contract/site.ts';
import { hardConsequence, hardUntil } from './cap-effects.ts';
import { alertKey, reachedPercent, type AlertPercent } from '#src/ai-usage/figures/cap-alerts.ts';
import { limitsOptions } from '#src/ai-usage/queries.ts';
import { read } from '#src/api/read.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { storage } from '#src/browser/storage.ts';
import { formatPercent } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { formatLimit, formatUse, type Amount } from './cap-amounts.ts';
import { messages } from './messages.ts';

/** More than a browser will meet in the longest period. */
const MAX_KEYS = 60;

const HEALTH_MS = 60_000;

/**
 * The banner of exceeded caps on pages other than AI usage. Reads the site's health, which those pages load anyway. Not
 * shown in a frame.
 */
export function ExceededCaps() {
  const isFramed = useEmbedded() !== null;
  const { data } = useQuery({
    ...read(getHealth),
    staleTime: HEALTH_MS,
    refetchInterval: HEALTH_MS,
    enabled: !isFramed,
  });
  return isFramed || data?.ai_budget_exceeded !== true ? null : <CapBanner />;
}

/** A strip for each cap of which 50, 80, 95 or 100 % is used, until it is dismissed for that share and period. */
export function CapBanner() {
  const { data: limits } = useQuery(limitsOptions());
  const nowMs = useNow();
  const place = `ai-alerts-seen:${useWhoami().site_id}`;
  const [seen, setSeen] = useState(() => (storage.device.get(place) ?? '').split('\n'));
  if (limits === undefined) return null;
  const reached = reachedCaps(limits, nowMs).filter(({ key }) => !seen.includes(key));
  if (reached.length === 0) return null;

  function dismiss(key: string): void {
    const next = [...seen, key].filter((known) => known !== '').slice(-MAX_KEYS);
    storage.device.set(place, next.join('\n'));
    setSeen(next);
  }

  return (
    <section aria-label={messages.banner.label} className="flex-none">
      {reached.map(({ cap, limit, percent, key }) => (
        <div
          key={key}
          className={`flex min-h-8 items-center gap-2 border-t border-line px-6 text-12 max-md:px-4 ${
            percent === 100 ? 'bg-danger-tint text-danger-text' : 'bg-warn-tint text-warn-text'
          }`}
        >
          <Icon name="warning" size={14} className="flex-none" />
          <p role="status" className="min-w-0 py-1 text-pretty">
            {factText(cap, limit, percent, limits)} {actionText(cap, percent, limits, nowMs)}{' '}
            <Link to="/ai/usage" className="font-medium text-accent-text hover:underline">
              {messages.banner.open}
            </Link>
          </p>
          <IconButton
            icon="close"
            size="sm"
            className="ms-auto"
            label={messages.banner.dismiss(messages.name[cap])}
            onClick={() => dismiss(key)}
          />
        </div>
      ))}
    </section>
  );
}

/** The caps that have reached an alert, the fullest first. */
function reachedCaps(limits: AiLimits, nowMs: number) {
  return AI_CAPS.flatMap((cap) => {
    const { limit, current } = limits[cap];
    if (limit === null) return [];
    const percent = reachedPercent(cap === 'budget' ? Number(limit) : BigInt(limit), current);
    return percent === null ? [] : [{ cap, limit, percent, key: alertKey(cap, percent, nowMs) }];
  }).toSorted((a, b) => b.percent - a.percent);
}

function factText(cap: AiCap, limit: Amount, percent: AlertPercent, limits: AiLimits): string {
  const { subject, exceeded, used } = messages.banner;
  const gauge = messages.gauge(formatUse(cap, limits[cap].current), formatLimit(cap, limit));
  const covers = messages.covers[cap];
  const share = formatPercent(Number(limits[cap].current) / Number(limit));
  return percent === 100 ? exceeded(subject[cap], gauge, covers) : used(share, subject[cap], gauge, covers);
}

function actionText(cap: AiCap, percent: AlertPercent, limits: AiLimits, nowMs: number): string {
  if (limits.action !== 'hard') return messages.effect.soft;
  return percent < 100 ? hardConsequence(limits) : hardUntil(limits, cap, nowMs);
}
