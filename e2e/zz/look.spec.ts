import { test } from '../support/test.ts';

const HOST = (path: string, extra: string) => `
const frame = document.querySelector('iframe');
const log = [];
window.messages = log;
addEventListener('message', (event) => {
  log.push(JSON.stringify(event.data));
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }) => { log.push(JSON.stringify(data)); if (data.type === 'height') frame.height = data.height; };
  window.port = channel.port1;
  frame.contentWindow.postMessage({ type: 'support-console:init', version: 1, token: TOKEN, ${extra} }, '*', [channel.port2]);
});
frame.src = SERVICE + '${path}';
`;

for (const [name, path, extra] of [
  ['ai', '/embed/ai-usage', "theme: 'light'"],
  ['gauge', '/embed/ai-usage?only=gauge', "theme: 'light'"],
  ['csat', '/embed/csat', "theme: 'dark', locale: 'de-DE', timeZone: 'Europe/Berlin'"],
  ['trend', '/embed/csat?only=trend', "theme: 'light'"],
  ['health', '/embed/health', "theme: 'light'"],
  ['inbox', '/embed/inbox', "theme: 'dark', locale: 'de-DE', edit: true"],
] as const) {
  test(`look ${name}`, async ({ page, demoCopy: site, portalHost, service }) => {
    page.on('console', (m) => console.log(name, 'console:', m.text()));
    const url = portalHost.add({
      serviceUrl: service.url,
      files: {
        'index.html': `<!doctype html><body style="margin:16px;font-family:serif"><h1>Lumen Intranet</h1><iframe width="1100" height="400" style="border:1px solid #ccc" title="x"></iframe><script src="host.js"></script>`,
        'host.js': HOST(path, extra)
          .replace('TOKEN', JSON.stringify(site.token))
          .replace('SERVICE', JSON.stringify(service.url)),
      },
      headers: { 'content-security-policy': '' },
    });
    await page.goto(url + 'index.html');
    await page.waitForTimeout(4000);
    console.log(name, await page.evaluate(() => (window as never as { messages: string[] }).messages.join('\n')));
    await page.screenshot({ path: `shots/zz-${name}.png`, fullPage: true });
  });
}
