import type { Plugin } from 'vite';
import type { View } from '#src/panels/view-type.ts';
import { ICON_PATHS } from '#src/ui/icons/icon.tsx';
import { readViews } from './read-views.ts';

/** Fills the frame of index.html with the navigation and the titles of the views. */
export function viewFrame(): Plugin {
  return {
    name: 'view-frame',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const views = await readViews();
        return html.replace('<!-- navigation -->', navigation(views)).replace('<!-- titles -->', titles(views));
      },
    },
  };
}

/** The lines of the sidebar, before the folders of the inbox are known as bars. */
export function navigation(views: readonly View[]): string {
  return views.map((view) => `${heading(view)}${line(view)}${view.skeleton === 'list' ? FOLDERS : ''}`).join('\n');
}

/** The title of each view; the first script leaves the one that is opened. */
export function titles(views: readonly View[]): string {
  return views.map(({ id, label }) => `<span class="frame-title" data-view="${id}">${escape(label)}</span>`).join('\n');
}

/** Tells the first script whose an address is, and which skeleton its page has. */
export function viewAddresses(views: readonly View[]): readonly (readonly [string, string, readonly string[]])[] {
  return views.map(({ id, skeleton = '', owns }) => [id, skeleton, owns]);
}

/** The frame of `/`, before it is known whose start page another view is. */
export function startOfAll(views: readonly View[]): string | undefined {
  return views.find(({ startFor }) => startFor === 'any')?.path;
}

const FOLDERS = `<div class="frame-wide">${['w-28', 'w-12', 'w-20', 'w-14', 'w-16', 'w-12']
  .map((width) => `<p class="frame-nav ps-8"><i class="frame-bar ${width}"></i></p>`)
  .join('')}</div>`;

function heading({ group }: View): string {
  return group === undefined ? '' : `<p class="frame-wide px-2 pt-3 pb-1 text-11 text-ink-3">${escape(group)}</p>`;
}

function line({ id, label, sideLabel, icon }: View): string {
  return `<p class="frame-nav px-2 font-medium text-ink-2" data-view="${id}"><svg class="frame-icon size-4" viewBox="0 0 16 16"><path d="${ICON_PATHS[icon]}" /></svg><span class="frame-wide">${escape(sideLabel ?? label)}</span></p>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
