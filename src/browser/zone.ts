import { createAtom, useSelector } from '@tanstack/react-store';
import { storage } from './storage.ts';

/** In which zone times are shown: the browser's own, the site's, or UTC. */
export const ZONE_CHOICES = ['browser', 'site', 'utc'] as const;
export type ZoneChoice = (typeof ZONE_CHOICES)[number];

interface Zone {
  readonly choice: ZoneChoice;
  /** As whoami names it; null where the service does not answer it. */
  readonly site: string | null;
  /** The computer's; asking for it is slow, and every row asks. */
  readonly browser: string;
}

const KEY = 'time-zone';
const zoneAtom = createAtom<Zone | null>(null);

/** Follows the choices made in other tabs, and the computer on its journeys; the page starts it once. */
export function startZone(): () => void {
  const follow = () => zoneAtom.set((zone) => readZone(zone?.site ?? null));
  follow();
  const events = ['storage', 'focus'];
  for (const name of events) addEventListener(name, follow);
  return () => {
    for (const name of events) removeEventListener(name, follow);
  };
}

/** In place of `startZone`, in a frame: times are shown in the zone that the page around has chosen. */
export function startHostZone(name: string): void {
  zoneAtom.set({ ...readZone(null), choice: 'browser', browser: name });
}

export function setZoneChoice(choice: ZoneChoice): void {
  storage.device.set(KEY, choice);
  zoneAtom.set((zone) => ({ ...(zone ?? readZone(null)), choice }));
}

/** The site's zone as whoami names it, or null where the service does not answer it. */
export function setSiteZone(site: string | null): void {
  zoneAtom.set((zone) => ({ ...(zone ?? readZone(null)), site }));
}

/** IANA name of the zone that times are shown in. A site without a known zone shows UTC. */
export function displayZone(): string {
  return shownZone(zoneAtom.get());
}

export function useDisplayZone(): string {
  return useSelector(zoneAtom, shownZone);
}

export function useZoneChoice(): ZoneChoice {
  return useSelector(zoneAtom, (zone) => (zone ?? readZone(null)).choice);
}

function shownZone(zone: Zone | null): string {
  const { choice, site, browser } = zone ?? readZone(null);
  if (choice === 'browser') return browser;
  return choice === 'site' ? (site ?? 'UTC') : 'UTC';
}

function readZone(site: string | null): Zone {
  const stored = storage.device.get(KEY);
  return {
    choice: ZONE_CHOICES.find((choice) => choice === stored) ?? 'browser',
    site,
    browser: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
