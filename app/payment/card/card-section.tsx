import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod/mini";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { type PaymentSource, payment } from "#contract/payment.ts";
import { CardOnFile } from "./card-on-file.tsx";
import { NewCardForm } from "./new-card-form.tsx";

export type Source = z.output<typeof PaymentSource>;
/** The card on file, or the entry of a new one with its own Save. The card goes to the gateway, only its token comes to us. */
export function CardSection({
  declined = false,
  submitLabel = "Save card",
  onSaved,
}: {
  /** The card on file was declined: show the entry of a new one at once. */
  declined?: boolean | undefined;
  submitLabel?: string;
  onSaved: (source: Source) => void;
}) {
  const query = useQuery(queryOf(payment.sources, {}));
  const [entering, setEntering] = useState(declined);

  if (query.isError) return <LoadError query={query} />;
  if (!query.data) return <Skeleton shape="row" count={2} />;
  const { source, gateway } = query.data;
  if (source && !entering)
    return (
      <Stack gap={5}>
        <CardOnFile source={source} onChange={() => setEntering(true)} />
        <Button wide onClick={() => onSaved(source)}>
          Continue
        </Button>
      </Stack>
    );
  return (
    <NewCardForm
      gateway={gateway}
      submitLabel={submitLabel}
      onSaved={(saved) => {
        setEntering(false);
        onSaved(saved);
      }}
    >
      {source && (
        <Button variant="quiet" onClick={() => setEntering(false)}>
          Keep the card on file
        </Button>
      )}
    </NewCardForm>
  );
}
