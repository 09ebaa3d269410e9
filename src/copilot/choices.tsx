import { createAtom, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { askCopilot } from '#contract/ai.ts';
import type { AiPriceEntry } from '#contract/ai-prices.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { SelectField, TextField } from '#src/forms/field.tsx';
import { SecretField } from '#src/forms/secret-field.tsx';
import { Button, TextButton } from '#src/ui/button.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { forgetUnsure } from './ask.ts';
import { messages } from './messages.ts';
import { forgetProviderKey, setProviderKey, useProviderKey } from './provider-key.ts';

/** With the hint the service takes 500 characters. */
const MAX_OWN_TONE = 190;
const TONES = ['friendly', 'formal', 'short', 'own'] as const;

interface Choices {
  readonly tone: (typeof TONES)[number];
  readonly ownTone: string;
  /** Empty: the service chooses. */
  readonly model: string;
}

/** The same for the next ticket of this tab. */
const choicesAtom = createAtom<Choices>({ tone: 'friendly', ownTone: '', model: '' });

function choose(part: Partial<Choices>): void {
  choicesAtom.set((choices) => ({ ...choices, ...part }));
}

/** The tone in words for the model, and the model; null: the service chooses. */
export function useChoices(): { readonly tone: string; readonly model: string | null } {
  const { tone, ownTone, model } = useSelector(choicesAtom);
  return {
    tone: tone === 'own' ? ownTone.trim() : messages.tones[tone],
    model: model.trim() === '' ? null : model.trim(),
  };
}

/** Asks for the key of the AI provider. */
export function KeyField() {
  const [key, setKey] = useState('');
  const isWrong = key !== '' && !askCopilot.body.shape.provider_api_key.safeParse(key).success;
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (key === '' || isWrong) return;
        forgetUnsure();
        setProviderKey(key);
      }}
    >
      <div data-first="" className="min-w-60 flex-1">
        <SecretField label={messages.key.label} value={key} onChange={setKey} isWrong={isWrong}>
          <p className={`mt-1 text-12 ${isWrong ? 'text-danger-text' : 'text-ink-2'}`}>
            {isWrong ? messages.key.wrong : messages.key.hint}
          </p>
        </SecretField>
      </div>
      <Button type="submit" className="mt-6" disabledReason={key === '' ? messages.key.missing : undefined}>
        {messages.key.use}
      </Button>
    </form>
  );
}

/** Says that a key is in use; absent without one. */
export function KeyInUse() {
  if (useProviderKey() === null) return null;
  return (
    <span>
      {messages.key.inUse} <TextButton onClick={forgetProviderKey}>{messages.key.forget}</TextButton>
    </span>
  );
}

export function ToneField() {
  const { tone, ownTone } = useSelector(choicesAtom);
  return (
    <div className="min-w-0">
      <p aria-hidden="true" className="mb-1 text-12 font-medium">
        {messages.tone.label}
      </p>
      <Segmented
        label={messages.tone.label}
        value={tone}
        options={TONES.map((value) => ({ value, label: messages.tone.names[value] }))}
        onChange={(value) => choose({ tone: value })}
      />
      {tone === 'own' ? (
        <TextField
          label={messages.tone.own}
          isLabelHidden
          className="mt-1.5 w-full"
          placeholder={messages.tone.own}
          maxLength={MAX_OWN_TONE}
          value={ownTone}
          onChange={({ target }) => choose({ ownTone: target.value })}
        />
      ) : null}
    </div>
  );
}

/** @param prices undefined while they are loading */
export function ModelField({ prices = [] }: { readonly prices: readonly AiPriceEntry[] | undefined }) {
  const hasPrices = isWholeService(useWhoami());
  const { model } = useSelector(choicesAtom);
  const { label, usual } = messages.model;
  if (!hasPrices) {
    return (
      <TextField
        label={label}
        className="w-52"
        placeholder={usual}
        maxLength={200}
        value={model}
        onChange={({ target }) => choose({ model: target.value })}
      />
    );
  }
  return (
    <SelectField
      label={label}
      className="w-52"
      value={model}
      options={[{ value: '', label: usual }, ...prices.map((price) => ({ value: price.model, label: price.model }))]}
      onChange={({ target }) => choose({ model: target.value })}
    />
  );
}
