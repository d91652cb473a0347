import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Form } from "#app/forms/form.tsx";
import { tryTypedCode } from "./code-refusal.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Disclosure } from "#app/ui/actions/disclosure.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { singleLine } from "#contract/fields/fields.ts";
import css from "./coupon-form.module.css";

const Code = z.object({ couponid: singleLine(40, "Please enter a code.") });

interface CouponFormProps {
  readonly applied: string | null;
  /** The earned discount that stays for a later order while a code is applied to this one, as text. */
  readonly keptDiscountText: string | null;
  readonly onApply: (code: string) => Promise<void>;
  readonly onRemove: () => Promise<void>;
}

/** A field for a code, or the applied code with a button to remove it. An error thrown by `onApply` is shown at the field. */
export function CouponForm({ applied, keptDiscountText, onApply, onRemove }: CouponFormProps) {
  const statusLine = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  const [removed, setRemoved] = useState<string | null>(null);
  // The pressed button disappears: the status line is focused in its place.
  useEffect(() => {
    if (wasPressed.current) moveFocusTo(statusLine.current);
    wasPressed.current = false;
  }, [applied]);
  async function submitAndFocus(work: () => Promise<void>) {
    wasPressed.current = true;
    try {
      await work();
    } catch (error) {
      wasPressed.current = false;
      throw error;
    }
  }
  if (applied !== null)
    return (
      <Form
        key={applied}
        schema={z.object({})}
        names={[]}
        defaultValues={{}}
        onSubmit={() => {
          setRemoved(applied);
          return submitAndFocus(onRemove);
        }}
      >
        {({ busy }) => (
          <div className={css["applied"]}>
            <div>
              <p ref={statusLine} className={css["said"]}>
                Code <strong>{applied}</strong> is applied.
              </p>
              {keptDiscountText !== null && <p>{keptDiscountText}</p>}
            </div>
            <Button type="submit" variant="quiet" busy={busy}>
              Remove<span className="visually-hidden"> code {applied}</span>
            </Button>
          </div>
        )}
      </Form>
    );
  return (
    <div>
      {removed !== null && (
        <p ref={statusLine} className={css["said"]}>
          Code {removed} is taken off.
        </p>
      )}
      <Disclosure summary="Have a code?">
        <Form
          schema={Code}
          names={["couponid"]}
          defaultValues={{ couponid: "" }}
          onSubmit={({ couponid }) => submitAndFocus(() => tryTypedCode(() => onApply(couponid)))}
        >
          {({ field, busy }) => (
            <div className={css["row"]}>
              <TextField label="Code" autoComplete="off" autoCapitalize="characters" {...field("couponid")} />
              <Button type="submit" variant="secondary" busy={busy} busyLabel="Checking">
                Apply
              </Button>
            </div>
          )}
        </Form>
      </Disclosure>
    </div>
  );
}
