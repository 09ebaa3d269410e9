import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { addTicketComment } from '#contract/ticket-writes.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { messages } from './messages.ts';

interface Values {
  body: string;
}

const resolver = contractResolver<Values, Values, Values>({
  schema: z.pick(addTicketComment.body, { body: true }),
  names: { body: messages.text },
  bodyOf: ({ body }) => ({ body }),
});

interface MessageForm {
  /** What the contract says against the text; undefined while there is none, or none against it. */
  readonly problem: string | undefined;
  /** Sends what the contract takes; anything else becomes the `problem`. */
  readonly submit: (send: () => Promise<void>) => Promise<void>;
}

/** Judges a message by the contract. Its text stays in the draft: docs/decisions/0016-the-composer-keeps-its-draft.md */
export function useMessageForm(text: string): MessageForm {
  const { setValue, handleSubmit, formState } = useForm<Values, unknown, Values>({
    defaultValues: { body: text },
    resolver,
  });
  const isEmpty = text.trim() === '';
  useEffect(() => setValue('body', text, { shouldValidate: !isEmpty }), [setValue, text, isEmpty]);
  const { errors } = formState;
  return {
    problem: isEmpty ? undefined : errors.body?.message,
    submit: (send) => handleSubmit(send)(),
  };
}
