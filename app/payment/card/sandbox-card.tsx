import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { CardFields, type CardValue } from "./card-fields.tsx";
import type { CardHandle } from "./card-entry.tsx";
import { type CardError, createCardToken } from "./card-tokens.ts";

/** Card entry of the sandbox gateway. Focus goes to the first invalid field. */
export function SandboxCard({
  gateway,
  ref,
  error,
}: {
  gateway: { readonly name: string; readonly publishablekey: string };
  ref: Ref<CardHandle>;
  error: CardError | null;
}) {
  const [value, setValue] = useState<CardValue | null>(null);
  const [showErrors, setShowErrors] = useState(false);
  const fields = useRef<HTMLDivElement>(null);

  const focusFirstInvalid = () =>
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());

  useImperativeHandle(ref, () => ({
    async tokenize() {
      setShowErrors(true);
      if (!value?.complete || value.expMonth === undefined || value.expYear === undefined) {
        focusFirstInvalid();
        return { error: { message: "Please check your card.", field: "number" } };
      }
      const { number, expMonth, expYear, cvc } = value;
      const result = await createCardToken(gateway, { number, expMonth, expYear, cvc });
      if (result.error?.field) focusFirstInvalid();
      return result;
    },
  }));

  // Until all fields are complete, they show their own errors.
  const errors = error?.field && value?.complete ? { [error.field]: error.message } : {};
  return (
    <div ref={fields}>
      <CardFields onChange={setValue} showErrors={showErrors} errors={errors} />
    </div>
  );
}
