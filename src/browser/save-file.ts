import { dayAndTimeOf } from '#src/format/zone-time.ts';

/** "velo-works-urgent-2026-11-20.csv": the site, the view and the day in the zone that is shown. */
export function exportFileName(site: string, view: string, nowMs: number, zone: string): string {
  const day = dayAndTimeOf(new Date(nowMs).toISOString(), zone)?.day ?? '';
  return `${[site, view, day].map(slugOf).filter(Boolean).join('-')}.csv`;
}

function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return [...plain.replace(/^-+|-+$/g, '')].slice(0, 60).join('');
}

/** Gives a text or a picture to the person as a file. @param type of its content */
export function saveFile(content: string | Blob, name: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
