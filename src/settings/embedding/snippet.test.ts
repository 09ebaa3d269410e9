import { expect, test } from 'vitest';
import { type EmbeddableView, choicesOf, embeddingSearch } from './choices.ts';
import { htmlSnippet, reactSnippet } from './snippet.ts';

const VIEWS: readonly EmbeddableView[] = [
  { label: 'AI usage & guardrails', embed: { name: 'ai-usage', widgets: { gauge: 'Gauge' }, writes: [], height: 900 } },
  { label: 'CSAT', embed: { name: 'csat', widgets: { trend: 'Trend' }, writes: ['csat:write'], height: 900 } },
];
const SERVICE = 'https://support.example';

function choicesAt(raw: Readonly<Record<string, string>>) {
  const choices = choicesOf(embeddingSearch(raw), VIEWS, 'Europe/Berlin');
  if (choices === null) throw new Error('nothing to embed');
  return choices;
}

const EVERYTHING = {
  ...{ view: 'csat', only: 'trend', look: 'dark', rows: 'comfortable', language: 'de-DE', zone: 'site' },
  ...{ fit: 'fixed', px: '480', edit: '1' },
};

test('the snippet says what is chosen, in HTML and in React', () => {
  const html = htmlSnippet(choicesAt(EVERYTHING), SERVICE);
  expect(html).toContain('height: 480px; min-height: 480px; max-height: 480px;');
  expect(html).toContain(`  embedSupport(document.querySelector('#support-csat-trend'), {
    service: 'https://support.example',
    path: '/embed/csat?only=trend&theme=dark&density=comfortable',
    theme: 'dark',
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
    edit: true,
    getToken,
  });`);
  expect(reactSnippet(choicesAt(EVERYTHING), SERVICE)).toContain(`export function SupportCsatTrend() {
  return (
    <SupportFrame
      service="https://support.example"
      path="/embed/csat?only=trend&theme=dark&density=comfortable"
      title="CSAT"
      theme="dark"
      locale="de-DE"
      timeZone="Europe/Berlin"
      edit
      getToken={getToken}
    />
  );`);
});

test('what is left to the viewer’s browser is not in the snippet', () => {
  const html = htmlSnippet(choicesAt({}), SERVICE);
  expect(html).toContain(`{
    service: 'https://support.example',
    path: '/embed/ai-usage',
    getToken,
  });`);
  expect(html).toContain('title="AI usage &#38; guardrails"');
  expect(html).toContain('style="width: 100%; height: 900px; border: 0"');
  expect(htmlSnippet(choicesAt({ px: '640' }), SERVICE)).toContain('maxHeight: 640,');
});

test('a part that the view does not have is none', () => {
  expect(choicesAt({ view: 'csat', only: 'gauge' }).only).toBeNull();
  expect(choicesAt({ only: 'constructor' }).only).toBeNull();
});
