import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import type { CardHandle } from "./card-entry.tsx";
import { type CardError, cardLoadingResult, loadStripeElement, type StripeElement } from "./card-tokens.ts";
import css from "./stripe-card.module.css";

/** Card entry in Stripe's own frame; its script loads only here. */
export default function StripeCard({
  gateway,
  ref,
  error,
}: {
  gateway: { readonly publishablekey: string };
  ref: Ref<CardHandle>;
  error: CardError | null;
}) {
  const host = useRef<HTMLDivElement>(null);
  const element = useRef<StripeElement | null>(null);
  const [typedError, setTypedError] = useState<CardError>();
  const [loadFailed, setLoadFailed] = useState(false);

  useEffect(() => {
    let unmounted = false;
    loadStripeElement(gateway.publishablekey)
      .then((loaded) => {
        if (unmounted || !host.current) return;
        element.current = loaded;
        loaded.mount(host.current, (state) => setTypedError(state.error));
      })
      .catch(() => setLoadFailed(true));
    return () => {
      unmounted = true;
      element.current?.unmount();
      element.current = null;
    };
  }, [gateway.publishablekey]);

  useImperativeHandle(ref, () => ({
    tokenize: async () => element.current?.createPaymentMethod() ?? cardLoadingResult,
  }));

  if (loadFailed)
    return (
      <Alert tone="warning">
        We couldn't load the card form. Please reload the page. You won't lose anything you typed.
      </Alert>
    );
  return (
    <div>
      <p className={css["label"]}>Card</p>
      <div ref={host} className={css["host"]} />
      <FieldError>{typedError?.message ?? (error?.field ? error.message : undefined)}</FieldError>
    </div>
  );
}
