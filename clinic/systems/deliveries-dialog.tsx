import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { type WebhookDelivery, type WebhookEndpoint, webhookCalls } from "#contract/integrations/webhooks.ts";
import { deliveryStatus, eventNames } from "./system-labels.ts";
import css from "./systems.module.css";

const filters = [
  { value: "failed", label: "Given up" },
  { value: "waiting", label: "On their way" },
  { value: "delivered", label: "Arrived" },
] as const;

/** The newest events sent to a webhook, those given up first, which can be sent again. */
export function DeliveriesDialog({
  webhook,
  onChanged,
  onClose,
}: {
  webhook: WebhookEndpoint;
  onChanged: (notice: string) => void;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const [status, setStatus] = useState<WebhookDelivery["status"] | "">(webhook.failed > 0 ? "failed" : "");
  const { send, sending, message } = useAct();
  const sendAgain = (intent: "failed" | "now", work: () => Promise<string>) =>
    void send(intent, work, (notice) => {
      void cache.invalidateQueries({ queryKey: queryKey(webhookCalls.webhookDeliveries) });
      onChanged(notice);
    });
  return (
    <Modal
      title="Deliveries"
      description={webhook.url}
      wide
      onClose={onClose}
      actions={<SendAgainButtons webhook={webhook} busy={sending} onSend={sendAgain} />}
    >
      {message && <Alert tone="warning">{message}</Alert>}
      <Select
        label="Show"
        placeholder="All"
        value={status}
        options={filters}
        onChange={({ target }) => setStatus(filters.find(({ value }) => value === target.value)?.value ?? "")}
      />
      <DeliveryTable webhookId={webhook.id} status={status} />
    </Modal>
  );
}

function SendAgainButtons({
  webhook,
  busy,
  onSend,
}: {
  webhook: WebhookEndpoint;
  busy: boolean;
  /** `work` resolves with the notice. */
  onSend: (intent: "failed" | "now", work: () => Promise<string>) => void;
}) {
  const params = { id: webhook.id };
  return (
    <>
      {webhook.failed > 0 && (
        <Button
          busy={busy}
          busyLabel="Sending"
          onClick={() =>
            onSend("failed", async () => {
              const body = { failedsince: webhook.createdat };
              const { events } = await call(webhookCalls.replayWebhook, { params, body });
              return events === 1 ? "1 event is sent again." : `${events} events are sent again.`;
            })
          }
        >
          Send what was given up again
        </Button>
      )}
      {webhook.failingsince !== null && (
        <Button
          variant="secondary"
          busy={busy}
          onClick={() =>
            onSend("now", async () => {
              await call(webhookCalls.resumeWebhook, { params, body: {} });
              return "It’s tried again now.";
            })
          }
        >
          Try now
        </Button>
      )}
    </>
  );
}

function DeliveryTable({ webhookId, status }: { webhookId: string; status: WebhookDelivery["status"] | "" }) {
  const query = status ? { status } : {};
  const deliveries = useQuery(queryOf(webhookCalls.webhookDeliveries, { params: { id: webhookId }, query }));
  return (
    <QueryContent query={deliveries}>
      {({ items, nextpage }) =>
        items.length === 0 ? (
          <p className={css["quiet"]}>None.</p>
        ) : (
          <>
            <Table label="Deliveries" head={["Event", "Happened", "Status", "Attempts"]}>
              {items.map((delivery) => {
                const { tone, label, detail } = deliveryStatus(delivery);
                return (
                  <tr key={delivery.event.id}>
                    <td>{eventNames[delivery.event.type]}</td>
                    <td>{practiceDayAndTime(delivery.event.at)}</td>
                    <td>
                      <StatusBadge tone={tone}>{label}</StatusBadge>
                      {detail && <div className={css["quiet"]}>{detail}</div>}
                    </td>
                    <td>{delivery.attempts}</td>
                  </tr>
                );
              })}
            </Table>
            {nextpage !== null && <p className={css["quiet"]}>The newest are shown. The API has all of them.</p>}
          </>
        )
      }
    </QueryContent>
  );
}
