import { chromium } from 'playwright';
const link = process.argv[2] ?? '';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--headless=new'] });
const paths = process.argv.slice(3);
for (const [scheme, w, h] of [
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const) {
  const c = await b.newContext({
    colorScheme: scheme,
    viewport: { width: w, height: h },
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const p = await c.newPage();
  await p.goto(link);
  await p.waitForLoadState('networkidle');
  await p.waitForTimeout(1500);
  for (const path of paths) {
    await p.goto(new URL(path, link).href);
    await p.waitForLoadState('networkidle');
    await p.waitForTimeout(2000);
    await p.screenshot({ path: `shots/${path.replace(/\W+/g, '_')}-${scheme}-${w}.png`, fullPage: false });
  }
  await c.close();
}
await b.close();
