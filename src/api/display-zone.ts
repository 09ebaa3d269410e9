import { useSyncExternalStore } from 'react';
import { storage } from './storage.ts';

/** In which zone times are shown: the browser's own, the site's, or UTC. */
export const ZONE_CHOICES = ['browser', 'site', 'utc'] as const;
export type ZoneChoice = (typeof ZONE_CHOICES)[number];

const KEY = 'time-zone';
const OUTSIDE = ['storage', 'focus'];
const listeners = new Set<() => void>();
let siteZone: string | null = null;
/** Asking the browser for it is slow, and every row asks. */
let shownZone: string | null = null;

export function zoneChoice(): ZoneChoice {
  const stored = storage.device.get(KEY);
  return ZONE_CHOICES.find((choice) => choice === stored) ?? 'browser';
}

export function setZoneChoice(choice: ZoneChoice): void {
  storage.device.set(KEY, choice);
  changed();
}

/** The site's zone as whoami names it, or null where the service does not tell it. */
export function setSiteZone(zone: string | null): void {
  if (zone === siteZone) return;
  siteZone = zone;
  changed();
}

/** IANA name of the zone that times are shown in. A site without a known zone shows UTC. */
export function displayZone(): string {
  shownZone ??= readZone();
  return shownZone;
}

function readZone(): string {
  const choice = zoneChoice();
  if (choice === 'browser') return Intl.DateTimeFormat().resolvedOptions().timeZone;
  return choice === 'site' ? (siteZone ?? 'UTC') : 'UTC';
}

export function useDisplayZone(): string {
  return useSyncExternalStore(subscribe, displayZone);
}

export function useZoneChoice(): ZoneChoice {
  return useSyncExternalStore(subscribe, zoneChoice);
}

function changed(): void {
  shownZone = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Another tab of this person chose another zone, or they came back from a journey.
  if (listeners.size === 0) for (const name of OUTSIDE) addEventListener(name, changed);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const name of OUTSIDE) removeEventListener(name, changed);
  };
}
