import './portal.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dateSheets } from '#src/ui/paper.ts';
import { FramedPage, PortalApp, visitorZone } from './portal-app.tsx';
import { startPage } from './portal-store.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('portal.html has no #root');
if (window.self !== window.top) {
  // The headers forbid frames, but a proxy may drop headers: a framed page doesn't open the link.
  createRoot(root).render(<FramedPage />);
} else {
  // First, because it removes the link's secret from the URL.
  startPage();
  dateSheets(visitorZone);
  createRoot(root).render(
    <StrictMode>
      <PortalApp />
    </StrictMode>,
  );
}
