import './portal.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dateSheets } from '#src/ui/paper.ts';
import { messages } from './messages.ts';
import { PortalApp, visitorZone } from './portal-app.tsx';
import { startPage } from './portal-store.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('portal.html has no #root');
// The headers forbid frames, but a proxy may drop headers: a framed page shows nothing and doesn't open the link.
if (window.self === window.top) start(root);
else refuseFrame(root);

function start(root: HTMLElement): void {
  // First, because it removes the link's secret from the URL.
  startPage();
  dateSheets(visitorZone);
  createRoot(root).render(
    <StrictMode>
      <PortalApp />
    </StrictMode>,
  );
}

function refuseFrame(root: HTMLElement): void {
  createRoot(root).render(
    <main className="p-4 text-ink">
      <h1>{messages.framed}</h1>
      <a className="underline" href={location.href} target="_blank" rel="noopener">
        {messages.newTab}
      </a>
    </main>,
  );
}
