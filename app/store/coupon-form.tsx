import * as z from "zod/mini";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { line } from "#contract/shapes.ts";
import css from "./coupon-form.module.css";

const Code = z.object({ couponid: line(40, "Please enter a code.") });

/** A field for a code, or the code that is applied with a way to take it off. `onApply` throws what is shown at the field. */
export function CouponForm({
  applied,
  onApply,
  onRemove,
}: {
  applied: string | null;
  onApply: (code: string) => Promise<void>;
  onRemove: () => Promise<void>;
}) {
  if (applied !== null)
    return (
      <Form schema={z.object({})} names={[]} defaultValues={{}} onSubmit={onRemove}>
        {({ busy }) => (
          <div className={css["applied"]}>
            <span>
              Code <strong>{applied}</strong> is applied.
            </span>
            <Button type="submit" variant="quiet" busy={busy}>
              Remove<span className="visually-hidden"> code {applied}</span>
            </Button>
          </div>
        )}
      </Form>
    );
  return (
    <details className={css["coupon"]}>
      <summary>Have a code?</summary>
      <Form
        schema={Code}
        names={["couponid"]}
        defaultValues={{ couponid: "" }}
        onSubmit={({ couponid }) => onApply(couponid)}
      >
        {({ field, busy }) => (
          <div className={css["row"]}>
            <TextField
              label="Code"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
              {...field("couponid")}
            />
            <Button type="submit" variant="secondary" busy={busy} busyLabel="Checking">
              Apply
            </Button>
          </div>
        )}
      </Form>
    </details>
  );
}
