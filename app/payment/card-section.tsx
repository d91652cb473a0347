import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type * as z from "zod/mini";
import { call } from "#app/api/api.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { shownText } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { randomId } from "#app/api/random.ts";
import { useSlow } from "#app/forms/use-slow.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { PaymentSource } from "#contract/entities.ts";
import { payment } from "#contract/payment.ts";
import { CardOnFile } from "./card-on-file.tsx";
import { CardEntry, type CardHandle } from "./card-entry.tsx";
import { type CardError, tokenOf } from "./tokens.ts";

export type Source = z.output<typeof PaymentSource>;
/** The card on file, or the entry of a new one with its own Save. The card goes to the gateway, only its token comes to us. */
export function CardSection({
  renew = false,
  submitLabel = "Save card",
  onSaved,
}: {
  /** The card on file was declined: ask for another at once. */
  renew?: boolean | undefined;
  submitLabel?: string;
  onSaved: (source: Source) => void;
}) {
  const cache = useQueryClient();
  const query = useQuery(queryOf(payment.sources, {}));
  const [entering, setEntering] = useState(renew);
  const [cardError, setCardError] = useState<CardError | null>(null);
  const entry = useRef<CardHandle>(null);
  const errorId = useId();
  const save = useMutation({
    mutationFn: async () => {
      setCardError(null);
      const result = await tokenOf(entry.current);
      if (result.error) {
        setCardError(result.error);
        return null;
      }
      return call(payment.saveSource, { body: { source: result.token } }, { key: randomId() });
    },
    onSuccess: (source) => {
      if (!source) return;
      if (query.data) cache.setQueryData(queryOf(payment.sources, {}).queryKey, { ...query.data, source });
      setEntering(false);
      onSaved(source);
    },
  });
  const busy = useSlow(save.isPending);

  if (query.isError) return <LoadError query={query} />;
  if (!query.data) return <Skeleton kind="row" count={2} />;
  const { source, gateway } = query.data;
  if (source && !entering)
    return (
      <Stack gap="md">
        <CardOnFile source={source} onChange={() => setEntering(true)} />
        <Button wide onClick={() => onSaved(source)}>
          Continue
        </Button>
      </Stack>
    );

  const loose = cardError && !cardError.field ? cardError.message : undefined;
  const problem = loose ?? (save.error ? shownText(save.error) : undefined);
  return (
    <form
      noValidate
      aria-describedby={problem ? errorId : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <Stack gap="md">
        <CardEntry gateway={gateway} ref={entry} error={cardError} />
        {problem && (
          <div id={errorId}>
            <Alert kind="warning">{problem}</Alert>
          </div>
        )}
        <Button type="submit" wide busy={busy} busyLabel="Please wait">
          {submitLabel}
        </Button>
        {source && (
          <Button variant="quiet" onClick={() => setEntering(false)}>
            Keep the card on file
          </Button>
        )}
      </Stack>
    </form>
  );
}
