import { expect, test } from 'vitest';
import { XmlItems } from './xml-items.ts';

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<!-- an export -->
<helpdesk-tickets type="array">
  <helpdesk-ticket>
    <display-id type="integer">7</display-id>
    <subject>Bell &amp; wheel &#8211; &lt;new&gt;</subject>
    <description><![CDATA[<p>a > b</p>]]></description>
    <due-by type="datetime" nil="true"/>
    <spam type="boolean">false</spam>
    <notes type="array"><helpdesk-note><body>One</body></helpdesk-note><helpdesk-note><body/></helpdesk-note></notes>
    <custom-field><order-number>E14</order-number></custom-field>
  </helpdesk-ticket>
  <helpdesk-ticket><display-id>8</display-id></helpdesk-ticket>
</helpdesk-tickets>`;

function read(text: string, size: number) {
  const items = new XmlItems();
  const bytes = Buffer.from(text);
  const found = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...items.push(bytes.subarray(at, at + size)));
  return [...found, ...items.end()];
}

test('elements become objects, whatever the pieces', () => {
  for (const size of [1, 2, 3, 10, 64, 10_000]) {
    expect(read(XML, size), String(size)).toMatchObject([
      {
        value: {
          helpdesk_ticket: {
            display_id: '7',
            subject: 'Bell & wheel – <new>',
            description: '<p>a > b</p>',
            due_by: null,
            spam: false,
            notes: [{ body: 'One' }, { body: '' }],
            custom_field: { order_number: 'E14' },
          },
        },
      },
      { value: { helpdesk_ticket: { display_id: '8' } } },
    ]);
  }
});

test('a file that ends early or whose elements do not match is a problem', () => {
  expect(read('<a><b><c>1</c>', 5)).toEqual([{ problem: 'the file ends in the middle of it' }]);
  expect(read('<a><b>1</b><c>2</d></c></a>', 5)).toEqual([
    { value: { b: {} } },
    { problem: 'the element d ends where it did not begin' },
  ]);
});
