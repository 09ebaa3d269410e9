import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { upsertVisitor, type Visitor } from '#contract/visitors.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { visitorName } from './parts.tsx';

const texts = messages.editing;

const FIELDS = ['display_name', 'email', 'phone'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
type EditBody = Body<typeof upsertVisitor>;

/** The key and what is different from the visitor; an emptied field is cleared. */
export function bodyOf(values: Values, visitor: Pick<Visitor, 'visitor_key' | (typeof FIELDS)[number]>): EditBody {
  const changed = FIELDS.filter((field) => values[field].trim() !== (visitor[field] ?? '').trim());
  return {
    visitor_key: visitor.visitor_key,
    ...Object.fromEntries(changed.map((field) => [field, values[field].trim() || null])),
  };
}

export interface EditDialogProps {
  readonly visitor: Visitor;
  readonly onClose: () => void;
}

/** Changes the name, email and phone of a visitor. The email or phone links the customer who has it. */
export function EditDialog({ visitor, onClose }: EditDialogProps) {
  const { reason } = useWriteAccess('visitors:write');
  const { write, isBusy, error, reset } = useWrite(upsertVisitor);
  const [base] = useState(visitor);
  const form = useForm<Values, unknown, EditBody>({
    defaultValues: { display_name: base.display_name ?? '', email: base.email ?? '', phone: base.phone ?? '' },
    mode: 'onTouched',
    resolver: contractResolver({
      schema: upsertVisitor.body,
      names: { display_name: messages.name, email: messages.email, phone: messages.phone },
      bodyOf: (values: Values) => bodyOf(values, base),
    }),
  });
  const options = { onChange: reset };

  function save(body: EditBody) {
    const old = Object.fromEntries(FIELDS.filter((field) => field in body).map((field) => [field, base[field]]));
    return write(
      { body },
      {
        undo: (saved) => {
          if (saved.created) return null;
          const { customer_identity_id: customer } = saved;
          const isNew = customer !== null && customer !== base.customer_identity_id;
          return {
            text: isNew ? texts.linked(customer.toString()) : texts.saved(visitorName(saved)),
            undo: inverse(
              upsertVisitor,
              { body: { visitor_key: base.visitor_key, ...old } },
              { failed: texts.undoFailed },
            ),
          };
        },
      },
    );
  }

  return (
    <FormDialog
      title={texts.title}
      submit={texts.save}
      disabledReason={reason}
      guard={texts.guard}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) => <WriteFailure error={failure} failed={texts.failed} />}
      onClose={onClose}
      // Without a change there is nothing to save.
      onSend={(body) => (Object.keys(body).length === 1 ? Promise.resolve({ created: false }) : save(body))}
      onDone={({ created }) => {
        if (created) toast({ kind: 'info', text: texts.recreated });
        onClose();
      }}
    >
      <TextField label={messages.name} spellCheck={false} {...fieldOf(form, 'display_name', options)} />
      <TextField
        label={messages.email}
        type="email"
        spellCheck={false}
        hint={texts.hint}
        {...fieldOf(form, 'email', options)}
      />
      <TextField label={messages.phone} type="tel" spellCheck={false} {...fieldOf(form, 'phone', options)} />
    </FormDialog>
  );
}
