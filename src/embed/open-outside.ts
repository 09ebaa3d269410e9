import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';

/** The frame's browser history. Addresses that no frame shows open in a new tab. */
export function createFrameHistory(): RouterHistory {
  const history = createBrowserHistory();
  const { push, replace } = history;
  history.push = (path, ...rest) => (isInside(path) ? push(path, ...rest) : openOutside(path));
  history.replace = (path, ...rest) => (isInside(path) ? replace(path, ...rest) : openOutside(path));
  return history;
}

/**
 * Opens links to other pages in a new tab, since the browser would refuse them in the frame. @returns the function
 * that stops it
 */
export function sendLinksOutside(): () => void {
  const mark = ({ target }: MouseEvent): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin || isInside(link.pathname)) return;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  };
  // Runs before the link's own handler, which leaves links with a target to the browser.
  document.addEventListener('click', mark, { capture: true });
  return () => document.removeEventListener('click', mark, { capture: true });
}

function isInside(path: string): boolean {
  return path.startsWith('/embed/');
}

function openOutside(path: string): void {
  window.open(path, '_blank', 'noopener,noreferrer');
}
