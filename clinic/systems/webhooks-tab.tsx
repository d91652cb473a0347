import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Confirm } from "#clinic/ui/dialogs/confirm.tsx";
import { Loaded, Said } from "#clinic/ui/page.tsx";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { type WebhookEndpoint, webhookCalls } from "#contract/integrations/webhooks.ts";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { SecretOnce } from "./secret-once.tsx";
import { eventNames, webhookStatus } from "./system-words.ts";
import css from "./systems.module.css";
import { WebhookForm } from "./webhook-form.tsx";

type Open =
  | { readonly kind: "new" }
  | { readonly kind: "off" | "rotate" | "remove" | "deliveries"; readonly webhook: WebhookEndpoint }
  | { readonly kind: "secret"; readonly secret: string };

/** Where events are sent to, and how each fares. */
export function WebhooksTab() {
  const cache = useQueryClient();
  const webhooks = useQuery(queryOf(webhookCalls.webhooks, {}));
  const [open, setOpen] = useState<Open | null>(null);
  const [said, setSaid] = useState("");
  const again = () => cache.invalidateQueries({ queryKey: queryKey(webhookCalls.webhooks) });
  const close = () => setOpen(null);
  const changed = (text: string) => {
    void again();
    setSaid(text);
  };
  const switchOn = async ({ id }: WebhookEndpoint) => {
    await call(webhookCalls.updateWebhook, { params: { id }, body: { enabled: true } }).catch(() => null);
    changed("It’s on again. What waited is on its way.");
  };
  const withSecret = ({ secret }: { secret: string }) => {
    void again();
    setOpen({ kind: "secret", secret });
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
      <Said>{said}</Said>
      <Loaded query={webhooks}>
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
                        {action("Deliveries", () => setOpen({ kind: "deliveries", webhook }))}
                        {webhook.disabledat === null
                          ? action("Switch off", () => setOpen({ kind: "off", webhook }))
                          : action("Switch on", () => void switchOn(webhook))}
                        {action("Replace secret", () => setOpen({ kind: "rotate", webhook }))}
                        {action("Remove", () => setOpen({ kind: "remove", webhook }))}
                      </RowActions>
                    </td>
                  </tr>
                );
              })}
            </Table>
          )
        }
      </Loaded>
      {open?.kind === "new" && <WebhookForm onMade={withSecret} onClose={close} />}
      {open?.kind === "deliveries" && <DeliveriesDialog webhook={open.webhook} onChanged={changed} onClose={close} />}
      {open?.kind === "off" && (
        <Confirm
          question="Switch this webhook off?"
          detail="Events are kept, and sent when you switch it on again."
          confirmLabel="Switch off"
          onConfirm={async () => {
            await call(webhookCalls.updateWebhook, { params: { id: open.webhook.id }, body: { enabled: false } });
            changed("It’s off. What happens until then is kept.");
          }}
          onClose={close}
        />
      )}
      {open?.kind === "remove" && (
        <Confirm
          question="Remove this webhook?"
          detail="What waits for this webhook is dropped, too."
          confirmLabel="Remove"
          danger
          onConfirm={async () => {
            await call(webhookCalls.deleteWebhook, { params: { id: open.webhook.id } });
            changed("The webhook was removed.");
          }}
          onClose={close}
        />
      )}
      {open?.kind === "rotate" && (
        <Confirm
          question="Replace the secret?"
          detail="Both sign for 24 hours, so that the system can change over."
          confirmLabel="Make the new secret"
          onConfirm={async () => {
            const answer = await call(webhookCalls.rotateWebhookSecret, { params: { id: open.webhook.id }, body: {} });
            // After this question has closed.
            setTimeout(() => withSecret(answer));
          }}
          onClose={close}
        />
      )}
      {open?.kind === "secret" && (
        <SecretOnce
          title="The secret that signs"
          detail="You see it this once. The system checks each message with it."
          secret={open.secret}
          onDone={close}
        />
      )}
    </>
  );
}
