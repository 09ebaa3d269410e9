import './portal.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dateSheets } from '#src/ui/paper.ts';
import { messages } from './messages.ts';
import { visitorZone } from './page-frame.tsx';
import { PortalApp } from './portal-app.tsx';
import { startPage } from './portal-store.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('portal.html has no #root');
// In another page's frame a person cannot see what they press. The headers forbid it; something on the way may have taken
// them out.
if (window.self === window.top) start(root);
else refuseFrame(root);

function start(root: HTMLElement): void {
  // First of all: takes the secret of the link out of the address.
  startPage();
  dateSheets(visitorZone);
  createRoot(root).render(
    <StrictMode>
      <PortalApp />
    </StrictMode>,
  );
}

/** One sentence, and nothing of the page behind it: the link with its secret is handed on, not read. */
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
