import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { call } from "#clinic/api/call.ts";
import { makePasskey } from "#clinic/session/passkey.ts";
import { type FactorAdded, staffFactorCalls } from "#contract/staff/factors.ts";
import { singleLine } from "#contract/fields/fields.ts";
import * as z from "zod/mini";

const Name = z.strictObject({ name: singleLine(60, "Please name this passkey.") });

/** “Windows laptop”, from what the browser says of itself: a name to start from. */
export function deviceName(userAgent: string): string {
  const names: Readonly<Record<string, string>> = {
    iPhone: "iPhone",
    iPad: "iPad",
    Android: "Android phone",
    Mac: "Mac",
    Windows: "Windows computer",
    CrOS: "Chromebook",
    Linux: "Linux computer",
  };
  const found = Object.keys(names).find((part) => userAgent.includes(part));
  return (found && names[found]) || "This device";
}

/** Has the browser make a passkey, under a name its owner will know it by. */
export function PasskeySetup({ onAdded }: { onAdded: (added: FactorAdded) => void }) {
  return (
    <Form
      schema={Name}
      names={["name"]}
      defaultValues={{ name: deviceName(navigator.userAgent) }}
      onSubmit={async ({ name }) => {
        const { options } = await call(staffFactorCalls.newPasskey, { body: {} });
        const response = await makePasskey(options);
        onAdded(await call(staffFactorCalls.addPasskey, { body: { name, response } }));
      }}
    >
      {({ field, busy }) => (
        <>
          <TextField
            label="Name of this passkey"
            hint="Use the name of the device, so you’ll know it later."
            autoComplete="off"
            {...field("name")}
          />
          <Button type="submit" busy={busy} busyLabel="Waiting for your device">
            Make a passkey
          </Button>
        </>
      )}
    </Form>
  );
}
