import type { ViewEmbed } from '#src/panels/view-type.ts';

/** What a frame may do, as docs/embedding.md suggests. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';
/** Height in px that a part alone begins with. */
const WIDGET_PX = 320;

/** A view that other pages may show. */
export interface EmbeddableView {
  readonly label: string;
  readonly embed: ViewEmbed;
}

export interface Choices {
  readonly view: EmbeddableView;
  /** A key of the view's widgets; null for all of it. */
  readonly only: string | null;
  readonly canEdit: boolean;
}

/** The HTML that shows the view in a page of a portal. @param service origin of this service */
export function snippetOf({ view: { label, embed }, only, canEdit }: Choices, service: string): string {
  const id = ['support', embed.name, ...(only === null ? [] : [only])].join('-');
  return `<iframe
  id="${id}"
  title="${escaped(label)}"
  sandbox="${SANDBOX}"
  allow="clipboard-write"
  referrerpolicy="no-referrer"
  style="width: 100%; height: ${only === null ? embed.height : WIDGET_PX}px; border: 0"
></iframe>
<script type="module">
  import { embedSupport } from './embed-host.js';

  // Your server gives a session token, so that no API token is in a page.
  async function getToken(reason) {
    const response = await fetch('/support-session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ reason }),
    });
    if (!response.ok) throw new Error('No token');
    return (await response.json()).token;
  }

  embedSupport(document.querySelector('#${id}'), {
    service: '${service}',
    path: '/embed/${embed.name}${only === null ? '' : `?only=${only}`}',
${canEdit ? '    edit: true,\n' : ''}    getToken,
  });
</script>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
