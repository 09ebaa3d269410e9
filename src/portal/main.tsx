// First of all: takes the secret of the link out of the address.
import { onLinkToken } from './start-link.ts';
import './portal.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PortalApp } from './portal-app.tsx';
import { openPage } from './portal-store.ts';

onLinkToken(() => void openPage());
void openPage();

const root = document.getElementById('root');
if (root === null) throw new Error('portal.html has no #root');
createRoot(root).render(
  <StrictMode>
    <PortalApp />
  </StrictMode>,
);
