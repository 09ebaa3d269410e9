import { describe, expect, test } from 'vitest';
import { readWebhookUrl as readInBrowser } from '#contract/webhook-address.ts';
import { isPublicAddress, readWebhookUrl } from './address-guard.ts';

const PRIVATE = [
  ...[
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1'],
  ...[
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
  ],
  ...['100::1', '2001::1', '2001:1ff:ffff::1', '2001:db8::1', '2002:7f00:1::1', '2002:a00:1::', '3fff::1', '5f00::1'],
  ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1'],
  ...['', 'example.org', '999.1.1.1', '1.2.3', '127.1'],
];

const PUBLIC = [
  ...[
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '128.0.0.1',
    '169.253.255.255',
  ],
  ...[
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.0.3.1',
    '192.88.98.1',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
  ],
  ...['198.20.0.0', '198.51.99.1', '203.0.112.1', '223.255.255.255'],
  ...[
    '2606:4700::1111',
    '2001:200::1',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ],
];

test.each(PRIVATE)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([...PRIVATE, ...PUBLIC])(
  'the browser, which checks fewer ranges, refuses %s only if the service does',
  (address) => {
    const text = `https://${address.includes(':') ? `[${address}]` : address}/`;
    const isRefused = typeof readInBrowser(text, { allowPrivate: false }) === 'string';
    if (isRefused) expect(readWebhookUrl(text, false)).toBeTypeOf('string');
    // It checks the ranges of IPv4, and loopback, link-local and unique local addresses.
    if (!/^(?:2|3|64:ff9b:)[^.]*:|^::ffff:/.test(address))
      expect(isRefused).toBe(typeof readWebhookUrl(text, false) === 'string');
  },
);

describe('the address of a webhook', () => {
  const problem = (text: string, allowPrivate = false) => {
    const read = readWebhookUrl(text, allowPrivate);
    return typeof read === 'string' ? read : null;
  };

  test.each([
    'https://example.org/hooks',
    'https://example.org:443/hooks',
    'https://example.org:8443/hooks?tenant=7',
    'https://example.org:1024/',
    'https://example.org:65535/',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
    'https://localhost.example.org/',
    'https://internal.example.org/',
    `https://example.org/${'x'.repeat(1_980)}`,
  ])('%s may be', (text) => {
    expect(problem(text)).toBeNull();
  });

  test.each([
    ['http://example.org/', 'must be an https address'],
    ['ftp://example.org/', 'must be an https address'],
    ['file:///etc/passwd', 'must be an https address'],
    ['javascript:alert(1)', 'must be an https address'],
    ['gopher://127.0.0.1:70/', 'must be an https address'],
    ['not an address', 'must be an https address of at most 2000 characters'],
    [`https://example.org/${'x'.repeat(1_981)}`, 'must be an https address of at most 2000 characters'],
    ['https://user@example.org/', 'must not hold a user or password'],
    ['https://user:secret@example.org/', 'must not hold a user or password'],
    ['https://example.org:80/', 'must have port 443, 8443 or one from 1024'],
    ['https://example.org:22/', 'must have port 443, 8443 or one from 1024'],
    ['https://example.org:1023/', 'must have port 443, 8443 or one from 1024'],
    ['https://example.org:0/', 'must have port 443, 8443 or one from 1024'],
  ])('%s may not be', (text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  test.each([
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/'],
    ...['https://0x7f.1/', 'https://0/', 'https://１２７.０.０.１/', 'https://127.0.0.1./', 'https://%31%32%37.0.0.1/'],
    ...['https://[::1]/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/'],
    ...['https://[64:ff9b::7f00:1]/', 'https://[2002:7f00:1::]/', 'https://[fe80::1]/', 'https://[fd00::1]/'],
    ...['https://10.0.0.1/', 'https://169.254.169.254/latest/meta-data/', 'https://192.168.1.1:8443/'],
    ...[
      'https://localhost/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://localhost../',
      'https://a.localhost/',
    ],
    ...['https://printer.local/', 'https://metadata.google.internal/', 'https://internal/', 'https://ｌocalhost/'],
  ])('%s leads inside', (text) => {
    expect(problem(text)).toBe('must not be a private or local address');
  });

  test('if private addresses are allowed, so are http and loopback; the other rules still apply', () => {
    for (const text of [
      'http://127.0.0.1:9000/',
      'http://localhost:9000/',
      'http://[::1]:9000/',
      'http://example.org/',
    ])
      expect(problem(text, true)).toBeNull();
    for (const text of ['ftp://127.0.0.1/', 'http://u:p@127.0.0.1:9000/', 'http://127.0.0.1:22/', 'https://x:80/'])
      expect(problem(text, true)).not.toBeNull();
  });
});
