import { type RefObject, useEffect, useRef, useState } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { FieldError } from "#app/ui/field.tsx";
import type { Tokenize } from "./card-section.tsx";
import { type CardError, loadStripeElement } from "./tokens.ts";
import css from "./stripe-card.module.css";

/** Card entry in Stripe's own frame; its script loads only here. */
export default function StripeCard({
  gateway,
  tokenize,
  error,
}: {
  gateway: { readonly publishablekey: string };
  tokenize: RefObject<Tokenize | null>;
  error: CardError | null;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<CardError>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let gone = false;
    let unmount = () => {};
    loadStripeElement(gateway.publishablekey)
      .then((element) => {
        if (gone || !host.current) return;
        element.mount(host.current, (state) => setTyped(state.error));
        tokenize.current = () => element.createPaymentMethod();
        unmount = element.unmount;
      })
      .catch(() => setFailed(true));
    return () => {
      gone = true;
      tokenize.current = null;
      unmount();
    };
  }, [gateway.publishablekey, tokenize]);

  if (failed)
    return (
      <Alert kind="warning">We could not load the card form. Please reload the page. Nothing you typed is lost.</Alert>
    );
  return (
    <div>
      <p className={css["label"]}>Card</p>
      <div ref={host} className={css["host"]} />
      <FieldError>{typed?.message ?? (error?.field ? error.message : undefined)}</FieldError>
    </div>
  );
}
