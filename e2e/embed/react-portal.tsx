import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SupportFrame } from '../../docs/examples/embed-react.tsx';

async function getToken(reason: string): Promise<string> {
  const response = await fetch('support-session', { method: 'POST', body: JSON.stringify({ reason }) });
  const { token }: { token: string } = await response.json();
  return token;
}

/** A page in React that keeps the address of its frame, and leads it. */
function Portal() {
  const [path, setPath] = useState(new URLSearchParams(location.search).get('support') ?? '/embed/csat');
  const [isDark, setIsDark] = useState(false);
  return (
    <>
      <output>{path}</output>
      <button type="button" onClick={() => setPath('/embed/csat?page=follow-up')}>
        Follow up
      </button>
      <button type="button" onClick={() => setIsDark(true)}>
        Dark
      </button>
      <SupportFrame
        service="https://support.example"
        path={path}
        title="Satisfaction"
        theme={isDark ? 'dark' : 'light'}
        getToken={getToken}
        onNavigated={setPath}
      />
    </>
  );
}

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Portal />
    </StrictMode>,
  );
}
