const PATH = '/settings/embedding';

/**
 * Whether this document may show a frame: its Content-Security-Policy allows one where it was loaded at this page's address
 * (docs/decisions/0039), and a page that is reached by a link stands in the document of another.
 */
export function mayFrame(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded === undefined || URL.parse(loaded.name)?.pathname === PATH;
}
