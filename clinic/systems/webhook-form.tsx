import { useState } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { FieldGroup } from "#app/ui/forms/field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { call } from "#clinic/api/call.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type ClinicEventType, eventTypes } from "#contract/integrations/events.ts";
import { webhookCalls } from "#contract/integrations/webhooks.ts";
import { eventNames } from "./system-labels.ts";
import css from "./systems.module.css";

/** Adds an address that events are sent to. */
export function WebhookForm({ onMade, onClose }: { onMade: (made: { secret: string }) => void; onClose: () => void }) {
  const [url, setUrl] = useState("https://");
  const [description, setDescription] = useState("");
  const [chosen, setChosen] = useState<readonly ClinicEventType[]>([]);
  const { send, sending, message, fieldError } = useAct();
  const types = eventTypes.filter((type) => chosen.includes(type));
  const body = { url, ...(description.trim() && { description }), ...(types.length > 0 && { types }) };
  const urlError = fieldError("url");
  return (
    <Modal title="Add a webhook" wide onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(body, (_, key) => call(webhookCalls.createWebhook, { body }, { key }), onMade);
        }}
      >
        <TextField
          label="Address"
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          error={urlError}
          onChange={({ target }) => setUrl(target.value)}
        />
        <TextField
          label="What it is"
          hint="For your colleagues. You can leave it empty."
          autoComplete="off"
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <FieldGroup label="Which events" hint="None chosen: all of them, also those that come later.">
          <div className={css["choices"]}>
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                label={eventNames[type]}
                checked={chosen.includes(type)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, type] : chosen.filter((each) => each !== type))
                }
              />
            ))}
          </div>
        </FieldGroup>
        {message && urlError === undefined && <Alert tone="warning">{message}</Alert>}
        <FormActions label="Add it" busy={sending} busyLabel="Adding it" onCancel={onClose} />
      </form>
    </Modal>
  );
}
