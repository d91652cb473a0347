import { type RefObject, useEffect, useRef, useState } from "react";
import { CardFields, type CardValue } from "#app/ui/card-fields.tsx";
import type { Tokenize } from "./card-section.tsx";
import { type CardError, createCardToken } from "./tokens.ts";

/** Card entry of the sandbox gateway. Focus goes to the first field that is wrong. */
export function SandboxCard({
  gateway,
  tokenize,
  error,
}: {
  gateway: { readonly name: string; readonly publishablekey: string };
  tokenize: RefObject<Tokenize | null>;
  error: CardError | null;
}) {
  const [value, setValue] = useState<CardValue | null>(null);
  const [tried, setTried] = useState(false);
  const fields = useRef<HTMLDivElement>(null);

  useEffect(() => {
    tokenize.current = async () => {
      setTried(true);
      if (!value?.complete || value.expMonth === undefined || value.expYear === undefined) {
        requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
        return { error: { message: "Please check your card.", field: "number" } };
      }
      const { number, expMonth, expYear, cvc } = value;
      const result = await createCardToken(gateway, { number, expMonth, expYear, cvc });
      if (result.error?.field)
        requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return result;
    };
  });

  // Until the card could be right, its fields speak for themselves.
  const errors = error?.field && value?.complete ? { [error.field]: error.message } : {};
  return (
    <div ref={fields}>
      <CardFields onChange={setValue} showErrors={tried} errors={errors} />
    </div>
  );
}
