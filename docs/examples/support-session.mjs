// @ts-check
// For the server of a portal, Node 20 or newer: the API token stays there, and a browser gets a session that ends by itself.

/**
 * Opens a session of the Support Console for one person, and answers its token (`sct_…`).
 * @param {{ service: string, apiToken: string, scopes?: readonly string[] }} options
 * @returns {Promise<string>}
 */
export async function openSupportSession({ service, apiToken, scopes = ['read'] }) {
  const response = await fetch(new URL('/v1/api.ashx?resource=sessions', service), {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ scopes }),
  });
  if (!response.ok) throw new Error(`The Support Console answered ${response.status}`);
  return (await response.json()).data.token;
}
