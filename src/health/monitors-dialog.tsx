import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

const messages = defineMessages({
  title: 'For monitors',
  lead: 'A monitor reads the same numbers as this page, with an API token of the scope “read” in SUPPORT_TOKEN.',
  snapshot: 'The figures',
  rules: 'What needs attention; the exit code is 1 where something does',
  alive: 'Whether the service itself can serve, without a token',
  copy: (what: string) => `Copy: ${what}`,
  close: 'Close',
});

/** How a program asks what this page shows. */
export function MonitorsDialog({ onClose }: { readonly onClose: () => void }) {
  const hasOverview = hasExtension(useWhoami(), 'health_overview');
  const ask = (resource: string) =>
    `curl -sf '${location.origin}/v1/api.ashx?resource=${resource}' \\\n  -H "Authorization: Bearer $SUPPORT_TOKEN"`;
  const examples: readonly (readonly [string, string])[] = [
    [messages.snapshot, `${ask('health')} | jq .data`],
    hasOverview
      ? [
          messages.rules,
          `${ask('health_overview')} |\n  jq -e '[.data.rules[] | select(.state == "bad" or .state == "attention")] | length == 0'`,
        ]
      : [
          messages.rules,
          `${ask('health')} |\n  jq -e '.data | .stale_no_first_reply == 0 and .webhook_failed_24h == 0 and (.ai_budget_exceeded | not)'`,
        ],
    [messages.alive, `curl -sf '${location.origin}/healthz'`],
  ];
  return (
    <Dialog
      title={messages.title}
      className="md:w-[600px]"
      onClose={onClose}
      footer={<Button onClick={onClose}>{messages.close}</Button>}
    >
      <p className="text-ink-2">{messages.lead}</p>
      {examples.map(([what, command]) => (
        <div key={what} className="mt-3">
          <div className="flex items-center justify-between gap-2">
            <h3 className="text-12 font-medium">{what}</h3>
            <CopyButton text={command} label={messages.copy(what)} />
          </div>
          <code
            dir="ltr"
            className="mt-1 block rounded-control border border-line bg-sunken px-2.5 py-2 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {command}
          </code>
        </div>
      ))}
    </Dialog>
  );
}
