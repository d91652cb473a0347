import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import { payment } from "#contract/payment.ts";
import { confirmWithBank } from "../bank-confirmation.ts";
import { CardEntry, type CardHandle } from "./card-entry.tsx";
import { type CardError, tokenizeEntry } from "./card-tokens.ts";

/** The new card on file, and the outcome of retrying a failed charge. */
export type SavedCard = Output<typeof payment.saveSource>;

/** Entry of a new card with its own Save. The card goes to the gateway, only its token comes to us. `children` go below. */
export function NewCardForm({
  gateway,
  submitLabel = "Save card",
  wide = true,
  onSaved,
  children,
}: {
  gateway: Output<typeof payment.sources>["gateway"];
  submitLabel?: string | undefined;
  wide?: boolean | undefined;
  onSaved: (saved: SavedCard) => void;
  children?: ReactNode;
}) {
  const cache = useQueryClient();
  const [cardError, setCardError] = useState<CardError | null>(null);
  const cardEntry = useRef<CardHandle>(null);
  const errorId = useId();
  /** The card is on file, but its bank could not be asked about a charge: it is only confirmed, not saved again. */
  const [unconfirmedCard, setUnconfirmedCard] = useState<SavedCard | null>(null);
  const save = useMutation({
    mutationFn: async () => {
      const saved = unconfirmedCard ?? (await saveTypedCard());
      const step = saved?.retried?.cardauthentication;
      if (step)
        await confirmWithBank(step).catch((error: unknown) => {
          setUnconfirmedCard(saved);
          throw error;
        });
      return saved;
    },
    onSuccess: (saved) => {
      if (!saved) return;
      const { retried: _retried, ...source } = saved;
      cache.setQueryData(queryOf(payment.sources, {}).queryKey, { gateway, source });
      onSaved(saved);
    },
  });
  async function saveTypedCard(): Promise<SavedCard | null> {
    setCardError(null);
    const result = await tokenizeEntry(cardEntry.current);
    if (!result.error) return call(payment.saveSource, { body: { source: result.token } }, { key: randomUuid() });
    setCardError(result.error);
    return null;
  }
  const busy = useDelayedBusy(save.isPending);
  const generalCardError = cardError && !cardError.field ? cardError.message : undefined;
  const problem = generalCardError ?? (save.error ? errorMessage(save.error) : undefined);
  return (
    <form
      noValidate
      aria-describedby={problem ? errorId : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <Stack gap={5}>
        {unconfirmedCard ? (
          <p>Your new card is saved.</p>
        ) : (
          <CardEntry gateway={gateway} ref={cardEntry} error={cardError} />
        )}
        {problem && (
          <div id={errorId}>
            <Alert tone="warning">{problem}</Alert>
          </div>
        )}
        <Button type="submit" wide={wide} busy={busy} busyLabel="Please wait">
          {unconfirmedCard ? "Try again" : submitLabel}
        </Button>
        {children}
      </Stack>
    </form>
  );
}
