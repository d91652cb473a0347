import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { type WebhookEndpoint, webhookCalls } from "#contract/integrations/webhooks.ts";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { eventNames, webhookStatus } from "./system-labels.ts";
import css from "./systems.module.css";
import { WebhookForm } from "./webhook-form.tsx";

type Open =
  | { readonly kind: "new" }
  | { readonly kind: "off" | "rotate" | "remove" | "deliveries"; readonly webhook: WebhookEndpoint }
  | { readonly kind: "secret"; readonly secret: string };

type WebhookAction = "off" | "on" | "rotate" | "remove" | "deliveries";

/** Where events are sent to, and how each fares. */
export function WebhooksTab() {
  const cache = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const [notice, setNotice] = useState("");
  const again = () => void cache.invalidateQueries({ queryKey: queryKey(webhookCalls.webhooks) });
  const changed = (text: string) => {
    again();
    setNotice(text);
  };
  const switchOn = async ({ id }: WebhookEndpoint) => {
    await call(webhookCalls.updateWebhook, { params: { id }, body: { enabled: true } }).catch(() => null);
    changed("It’s on again. What waited is on its way.");
  };
  return (
    <>
      <p className={css["quiet"]}>
        A system of yours is told what happens: a type, a time and ids, no word about anybody’s health. Each message is
        signed.
      </p>
      <div>
        <Button onClick={() => setOpen({ kind: "new" })}>Add a webhook</Button>
      </div>
      <Notice>{notice}</Notice>
      <WebhookTable
        onAction={(kind, webhook) => (kind === "on" ? void switchOn(webhook) : setOpen({ kind, webhook }))}
      />
      {open && (
        <WebhookDialog
          open={open}
          onSecret={({ secret }) => {
            again();
            setOpen({ kind: "secret", secret });
          }}
          onChanged={changed}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function WebhookTable({ onAction }: { onAction: (kind: WebhookAction, webhook: WebhookEndpoint) => void }) {
  const webhooks = useQuery(queryOf(webhookCalls.webhooks, {}));
  return (
    <QueryContent query={webhooks}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={css["quiet"]}>No webhooks yet.</p>
        ) : (
          <Table label="Webhooks" head={["Address", "Events", "Status", "Waiting", "Actions"]}>
            {items.map((webhook) => {
              const { tone, label } = webhookStatus(webhook);
              const action = (text: string, onClick: () => void) => (
                <RowAction label={text} name={`${text}: ${webhook.url}`} onClick={onClick} />
              );
              return (
                <tr key={webhook.id}>
                  <td>
                    <b className={css["address"]}>{webhook.url}</b>
                    {webhook.description && <div className={css["quiet"]}>{webhook.description}</div>}
                  </td>
                  <td title={webhook.types?.map((type) => eventNames[type]).join("\n")}>
                    {webhook.types === null ? "All" : webhook.types.length}
                  </td>
                  <td>
                    <StatusBadge tone={tone}>{label}</StatusBadge>
                  </td>
                  <td>{webhook.waiting}</td>
                  <td>
                    <RowActions>
                      {action("Deliveries", () => onAction("deliveries", webhook))}
                      {webhook.disabledat === null
                        ? action("Switch off", () => onAction("off", webhook))
                        : action("Switch on", () => onAction("on", webhook))}
                      {action("Replace secret", () => onAction("rotate", webhook))}
                      {action("Remove", () => onAction("remove", webhook))}
                    </RowActions>
                  </td>
                </tr>
              );
            })}
          </Table>
        )
      }
    </QueryContent>
  );
}

/** What is done with a webhook: adding one, its deliveries, switching it off, removing it, and its secret. */
function WebhookDialog({
  open,
  onSecret,
  onChanged,
  onClose,
}: {
  open: Open;
  onSecret: (made: { secret: string }) => void;
  onChanged: (notice: string) => void;
  onClose: () => void;
}) {
  switch (open.kind) {
    case "new":
      return <WebhookForm onMade={onSecret} onClose={onClose} />;
    case "deliveries":
      return <DeliveriesDialog webhook={open.webhook} onChanged={onChanged} onClose={onClose} />;
    case "off":
      return (
        <Confirm
          question="Switch this webhook off?"
          detail="Events are kept, and sent when you switch it on again."
          confirmLabel="Switch off"
          onConfirm={async () => {
            await call(webhookCalls.updateWebhook, { params: { id: open.webhook.id }, body: { enabled: false } });
            onChanged("It’s off. What happens until then is kept.");
          }}
          onClose={onClose}
        />
      );
    case "remove":
      return (
        <Confirm
          question="Remove this webhook?"
          detail="What waits for this webhook is dropped, too."
          confirmLabel="Remove"
          danger
          onConfirm={async () => {
            await call(webhookCalls.deleteWebhook, { params: { id: open.webhook.id } });
            onChanged("The webhook was removed.");
          }}
          onClose={onClose}
        />
      );
    case "rotate":
      return (
        <Confirm
          question="Replace the secret?"
          detail="Both sign for 24 hours, so that the system can change over."
          confirmLabel="Make the new secret"
          onConfirm={async (key) => {
            const params = { id: open.webhook.id };
            const answer = await call(webhookCalls.rotateWebhookSecret, { params, body: {} }, { key });
            // After this question has closed.
            setTimeout(() => onSecret(answer));
          }}
          onClose={onClose}
        />
      );
    case "secret":
      return (
        <SecretOnce
          title="The secret that signs"
          detail="You see it this once. The system checks each message with it."
          secret={open.secret}
          onDone={onClose}
        />
      );
  }
}
