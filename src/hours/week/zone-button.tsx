import { useId, useState, type FormEvent } from 'react';
import { isTimeZone } from '#contract/calendar-write.ts';
import { messages } from '#src/hours/messages.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { TextField } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { TEXT_LINK } from '#src/ui/text-button.tsx';

const texts = messages.grid;

/** Changes the zone that all hours are meant in. */
export function ZoneButton() {
  const { plan, edit, provided, lockedReason } = useEditor();
  if (!provided.dates || lockedReason !== undefined) return null;
  return (
    <Popover
      label={texts.changeZone}
      trigger={(props) => (
        <button type="button" {...props} className={TEXT_LINK}>
          {texts.changeZone}
        </button>
      )}
    >
      {(close) => (
        <ZoneForm
          zone={plan.zone}
          onChoose={(zone) => {
            close();
            edit({ ...plan, zone }, messages.edits.zone);
          }}
        />
      )}
    </Popover>
  );
}

function ZoneForm({ zone, onChoose }: { readonly zone: string; readonly onChoose: (zone: string) => void }) {
  const id = useId();
  const [text, setText] = useState(zone);
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isTimeZone(text.trim())) onChoose(text.trim());
    else setWrong(true);
  }

  return (
    <form className="flex w-64 flex-col gap-3 p-2" noValidate onSubmit={submit}>
      <TextField
        label={texts.zoneLabel}
        hint={texts.zoneHint}
        error={isWrong ? texts.zoneWrong : undefined}
        list={id}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Button type="submit" variant="primary">
        {texts.zoneApply}
      </Button>
    </form>
  );
}
