import type { Plugin } from 'vite';

/** What index.html says to its reader, and how it is set out for them, is not sent to browsers. */
export function dropComments(): Plugin {
  return {
    name: 'drop-comments',
    apply: 'build',
    transformIndexHtml: (html) => html.replaceAll(/\s*<!--.*?-->/gs, '').replaceAll(/\n\s+/g, '\n'),
  };
}
