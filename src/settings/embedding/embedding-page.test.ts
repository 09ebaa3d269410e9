import { expect, test } from 'vitest';
import { type EmbeddableView, snippetOf } from './embedding-page.tsx';

const CSAT: EmbeddableView = {
  label: 'CSAT',
  embed: { name: 'csat', widgets: { trend: 'Trend' }, writes: ['csat:write'], height: 900 },
};
const AI: EmbeddableView = { label: 'AI usage & guardrails', embed: { name: 'ai-usage', writes: [], height: 900 } };
const SERVICE = 'https://support.example';

test('the snippet has the view, its part and whether changes are allowed', () => {
  const html = snippetOf({ view: CSAT, only: 'trend', canEdit: true }, SERVICE);
  expect(html).toContain('id="support-csat-trend"');
  expect(html).toContain('height: 320px;');
  expect(html).toContain(`  embedSupport(document.querySelector('#support-csat-trend'), {
    service: 'https://support.example',
    path: '/embed/csat?only=trend',
    edit: true,
    getToken,
  });`);
});

test('the whole view, read-only, with an escaped title', () => {
  const html = snippetOf({ view: AI, only: null, canEdit: false }, SERVICE);
  expect(html).toContain('title="AI usage &#38; guardrails"');
  expect(html).toContain('height: 900px;');
  expect(html).toContain(`{
    service: 'https://support.example',
    path: '/embed/ai-usage',
    getToken,
  });`);
});
