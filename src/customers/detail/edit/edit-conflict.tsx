import { Button } from '#src/ui/button.tsx';
import { valuesOf, type Field, type Identity } from './edit-values.ts';
import { messages } from './messages.ts';

interface EditConflictProps {
  /** What somebody else has changed, and the form would change too. */
  readonly fields: readonly Field[];
  readonly theirs: Identity;
  readonly onMine: (field: Field) => void;
  readonly onTheirs: (field: Field) => void;
}

const NAMES = { display_name: messages.name, email: messages.email, phone: messages.phone } as const;

/** Somebody else's change, field by field, with the two ways on. */
export function EditConflict({ fields, theirs, onMine, onTheirs }: EditConflictProps) {
  const { conflict } = messages;
  const values = valuesOf(theirs);
  return (
    <div role="alert" className="empty:hidden">
      {fields.length === 0 ? null : (
        <div className="rounded-control border border-warn-line bg-warn-tint px-3 py-2 text-12 text-warn-text">
          <p className="font-medium">{conflict.title}</p>
          {fields.map((field) => {
            const name = NAMES[field];
            return (
              <div key={field} className="mt-1.5 flex flex-wrap items-center gap-2">
                <p dir="auto" className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                  {conflict.line(name, values[field] === '' ? conflict.empty : values[field])}
                </p>
                <Button size="sm" aria-label={conflict.mine(name.toLocaleLowerCase())} onClick={() => onMine(field)}>
                  {conflict.mineShort}
                </Button>
                <Button
                  size="sm"
                  aria-label={conflict.theirs(name.toLocaleLowerCase())}
                  onClick={() => onTheirs(field)}
                >
                  {conflict.theirsShort}
                </Button>
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
