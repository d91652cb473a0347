import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { useSession } from "#app/api/session/session.ts";
import { SettingsPage } from "#app/account/settings/settings-page.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { RequestForm, RequestList, requestsOf, Sent, useRequests } from "./record-requests.tsx";

/** What a patient can ask of their record: what our privacy notice promises. */
export default function RequestsPage() {
  const { record } = useSession();
  const { data, error, isFetching, refetch } = useQuery(requestsOf({}));
  const sending = useRequests({});
  return (
    <SettingsPage
      title="Your record"
      lead="You can ask us to correct it, and who has seen it. We'll never treat you differently because you asked."
    >
      <Sent sending={sending} />
      {data ? (
        <>
          {data.items.length > 0 && (
            <Card as="section" gap={4} aria-labelledby="asked">
              <CardHead id="asked" title="What you asked for" />
              <RequestList items={data.items} onTakeBack={sending.takeBack} />
            </Card>
          )}
          {data.kinds.length > 0 && (
            <RequestForm
              key={data.items.length}
              kinds={data.kinds}
              draft={`requests ${record?.id ?? ""}`}
              onSend={sending.send}
            />
          )}
        </>
      ) : error ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Skeleton shape="row" count={4} />
      )}
    </SettingsPage>
  );
}
