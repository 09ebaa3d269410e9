// Prints what the recommended rules of Redocly and Spectral find in a document, as JSON. An argument: its file.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

const source = readFileSync(process.argv[2] ?? '', 'utf8');
const config = await createConfig({ extends: ['recommended'] });
const redocly = await lintFromString({ source, absoluteRef: '/openapi.json', config });

const spectral = new spectralCore.Spectral();
spectral.setRuleset({
  extends: [[spectralRulesets.oas, 'recommended']],
  // OpenAPI 3.1 lets any scheme name the roles that a call needs; the rule knows only those of OAuth 2.
  rules: { 'oas3-operation-security-defined': 'off' },
});
const found = await spectral.run(JSON.parse(source));

process.stdout.write(
  JSON.stringify([
    ...redocly.map(({ ruleId, message, location }) => `Redocly ${ruleId}: ${location[0]?.pointer}: ${message}`),
    ...found.map(({ code, message, path }) => `Spectral ${code}: ${path.join('.')}: ${message}`),
  ]),
);
