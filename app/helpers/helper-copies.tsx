import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { account } from "#contract/account/calls.ts";
import { formatList } from "#contract/fields/formats.ts";
import type { HelperSession } from "./helper-page.tsx";

const { queryKey } = queryOf(account.helperSession, {});

/** Which emails a helper gets copies of, and the way to stop them, or to have them again. */
export function HelperCopies({ session: { patient, copies, copieswanted } }: { session: HelperSession }) {
  const cache = useQueryClient();
  const want = useMutation({
    mutationFn: (wanted: boolean) => call(account.wantCopies, { body: { want: wanted } }),
    onSuccess: (answer) => void cache.setQueryData(queryKey, answer),
  });
  if (copies.length === 0) return null;
  return (
    <Card as="section" gap={3} aria-labelledby="copies">
      <CardHead id="copies" title="Emails for you" />
      <p>
        {patient} chose copies of emails for you: {formatList(copies.map(({ title }) => title))}.
      </p>
      {!copieswanted && <p>You stopped them, so you won't get any.</p>}
      {want.isError && <Alert tone="warning">{errorMessage(want.error)}</Alert>}
      <Cluster>
        <Button
          variant="secondary"
          busy={want.isPending}
          busyLabel="Saving"
          onClick={() => want.isPending || want.mutate(!copieswanted)}
        >
          {copieswanted ? "Stop these emails" : "Get these emails again"}
        </Button>
      </Cluster>
    </Card>
  );
}
