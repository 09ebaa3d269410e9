import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { Asked } from '#src/panels/panel.tsx';
import { useAutoRefresh } from '#src/panels/use-auto-refresh.ts';
import { judge, pictureOf, type HealthPicture } from './picture.ts';
import { healthOptions, migrationOptions, overviewOptions } from './queries.ts';
import { noteVisit, visitBefore } from './visit.ts';

export interface LiveHealth {
  /** The call that the page lives from. */
  readonly query: Asked<unknown>;
  /** Undefined until there is an answer. */
  readonly picture: HealthPicture | undefined;
  /** Why the page has only a part of what it could: the overview gave no answer, and `health` did. */
  readonly partly: Error | null;
  /** The imports where they are a call of their own. */
  readonly migration: Asked<unknown> | null;
  /** When this browser last showed the page; null where it never did. */
  readonly since: string | null;
  readonly nextAt: number | null;
}

/** The health of the site: one call every 30 seconds, or two smaller ones where the service has no overview or it fails. */
export function useHealth(isOn: boolean): LiveHealth {
  const whoami = useWhoami();
  const [since] = useState(() => visitBefore(whoami.site_id, Date.now()));
  const hasOverview = hasExtension(whoami, 'health_overview');
  const overview = useQuery({ ...overviewOptions(since), enabled: hasOverview });
  const isMissing = hasOverview && overview.data === undefined && overview.isError;
  const isApart = !hasOverview || isMissing;
  const health = useQuery({ ...healthOptions(), enabled: isApart });
  const migration = useQuery({ ...migrationOptions(), enabled: isApart });
  const main = hasOverview ? overview : health;
  const refetch = () => Promise.all((isApart ? [main, health, migration] : [main]).map((query) => query.refetch()));
  const nextAt = useAutoRefresh({ ...main, refetch }, isOn);
  useEffect(() => {
    if (main.dataUpdatedAt > 0) noteVisit(whoami.site_id, main.dataUpdatedAt);
  }, [main.dataUpdatedAt, whoami.site_id]);
  const picture =
    overview.data !== undefined
      ? pictureOf(overview.data)
      : health.data !== undefined && isApart
        ? judge(health.data, migration.data ?? null)
        : undefined;
  return {
    query: isMissing && picture !== undefined ? { ...health, refetch } : { ...main, refetch },
    picture,
    partly: isMissing && picture !== undefined ? overview.error : null,
    migration: isApart ? migration : null,
    since,
    nextAt,
  };
}
