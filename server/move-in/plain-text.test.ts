import { expect, test } from 'vitest';
import { htmlToText } from './plain-text.ts';

test('HTML becomes the text that a person reads', () => {
  const cases: [string, string][] = [
    ['<p>Hi <b>Ana</b>,</p><p>all&nbsp;good &amp; well.</p>', 'Hi Ana,\n\nall good & well.'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul><li>one</li><li>two</li></ul>', '- one\n\n- two'],
    ['See <a href="https://example.org/x">the page</a>.', 'See the page (https://example.org/x).'],
    ['<a href="https://example.org/x">https://example.org/x</a>', 'https://example.org/x'],
    ['<img src="x.png" alt="A bell"><img src="y.png">', '[A bell][image]'],
    ['<style>p{}</style><script>alert("<p>")</script>Seen', 'Seen'],
    ['<!-- hidden <p> -->1 < 2 &lt;b&gt; &#8364;&#x20AC; &unknown;', '1 < 2 <b> €€ &unknown;'],
    ['no markup', 'no markup'],
    ['an open <b tag', 'an open <b tag'],
  ];
  for (const [html, text] of cases) expect(htmlToText(html), html).toBe(text);
});

test('a long text with many open brackets takes linear time', () => {
  const html = '<'.repeat(200_000) + '<a href="'.repeat(20_000);
  expect(htmlToText(html).length).toBeGreaterThan(200_000);
});
