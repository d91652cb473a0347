import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { FieldGroup } from "#app/ui/forms/field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { type Scope, scopes } from "#contract/policy/policy.ts";
import { type ApiKey, keyCalls } from "#contract/integrations/keys.ts";
import { SecretOnce } from "./secret-once.tsx";
import { keyActions, keyStatus, scopeNames } from "./system-labels.ts";
import css from "./systems.module.css";

type Open =
  | { readonly kind: "new" }
  | { readonly kind: "rotate" | "revoke"; readonly key: ApiKey }
  | { readonly kind: "secret"; readonly name: string; readonly secret: string };

/** The keys by which the practice's systems make calls. */
export function KeysTab() {
  const cache = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const [notice, setNotice] = useState("");
  const again = () => void cache.invalidateQueries({ queryKey: queryKey(keyCalls.keys) });
  return (
    <>
      <p className={css["quiet"]}>
        A system of yours calls with a key. Give each system its own, with what it needs and nothing more. The audit
        names the key.
      </p>
      <div>
        <Button onClick={() => setOpen({ kind: "new" })}>Make a key</Button>
      </div>
      <Notice>{notice}</Notice>
      <KeyTable onAction={(kind, key) => setOpen({ kind, key })} />
      {open && (
        <KeyDialog
          open={open}
          onMade={({ key, secret }) => {
            again();
            setOpen({ kind: "secret", name: key.name, secret });
          }}
          onEnded={(key) => {
            again();
            setNotice(`The key ${key.name} has ended.`);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function KeyTable({ onAction }: { onAction: (kind: "rotate" | "revoke", key: ApiKey) => void }) {
  const keys = useQuery(queryOf(keyCalls.keys, {}));
  const now = new Date(serverClock.now());
  return (
    <QueryContent query={keys}>
      {({ items }) => (
        <Table label="API keys" head={["Name", "Opens", "Status", "Last used", "Actions"]}>
          {items.map((key) => (
            <tr key={key.id}>
              <td>
                <b>{key.name}</b>
                <br />
                <span className={css["quiet"]}>
                  {key.ending === null
                    ? "From the settings"
                    : `Ends in ${key.ending}, made ${formatDay(key.createdat)}`}
                </span>
              </td>
              <td>{key.scopes.length === scopes.length ? "Everything" : key.scopes.join(", ")}</td>
              <td>
                <StatusBadge tone={keyStatus(key, now).tone}>{keyStatus(key, now).label}</StatusBadge>
              </td>
              <td>{key.lastusedat === null ? "Never" : practiceDayAndTime(key.lastusedat)}</td>
              <td>
                <RowActions>
                  {keyActions(key, now).map((kind) => (
                    <RowAction
                      key={kind}
                      label={kind === "rotate" ? "Replace" : "End"}
                      name={`${kind === "rotate" ? "Replace" : "End"} ${key.name}`}
                      onClick={() => onAction(kind, key)}
                    />
                  ))}
                </RowActions>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </QueryContent>
  );
}

interface Made {
  readonly key: ApiKey;
  readonly secret: string;
}

/** What is done with a key: making one, replacing or ending it, and its secret. */
function KeyDialog({
  open,
  onMade,
  onEnded,
  onClose,
}: {
  open: Open;
  onMade: (made: Made) => void;
  onEnded: (key: ApiKey) => void;
  onClose: () => void;
}) {
  switch (open.kind) {
    case "new":
      return <KeyForm onMade={onMade} onClose={onClose} />;
    case "rotate":
      return (
        <Confirm
          question={`Replace the key ${open.key.name}?`}
          detail="You get a new one with the same scopes. The old one works for 24 hours more, so that the system can change over."
          confirmLabel="Make the new key"
          onConfirm={async (key) => {
            const answer = await call(keyCalls.rotateKey, { params: { id: open.key.id }, body: {} }, { key });
            // After this question has closed.
            setTimeout(() => onMade(answer));
          }}
          onClose={onClose}
        />
      );
    case "revoke":
      return (
        <Confirm
          question={`End the key ${open.key.name}?`}
          detail="Whatever uses this key is refused from now on. It can’t be brought back."
          confirmLabel="End it"
          danger
          onConfirm={async () => {
            await call(keyCalls.revokeKey, { params: { id: open.key.id }, body: {} });
            onEnded(open.key);
          }}
          onClose={onClose}
        />
      );
    case "secret":
      return (
        <SecretOnce
          title={`The key for ${open.name}`}
          detail="You see it this once. Put it where the system keeps its secrets."
          secret={open.secret}
          onDone={onClose}
        />
      );
  }
}

function KeyForm({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const { send, sending, message, fieldError } = useAct();
  const body = { name, scopes: scopes.filter((scope) => chosen.includes(scope)) };
  const errors = [fieldError("name"), fieldError("scopes")];
  return (
    <Modal title="Make a key" wide onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(body, (_, key) => call(keyCalls.createKey, { body }, { key }), onMade);
        }}
      >
        <TextField
          label="What will use it"
          hint="Like the name of the system. The audit shows it."
          autoComplete="off"
          value={name}
          error={errors[0]}
          onChange={({ target }) => setName(target.value)}
        />
        <FieldGroup label="What it opens" error={errors[1]}>
          <div className={css["choices"]}>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                label={scopeNames[scope]}
                checked={chosen.includes(scope)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
                }
              />
            ))}
          </div>
        </FieldGroup>
        {message && errors.every((error) => error === undefined) && <Alert tone="warning">{message}</Alert>}
        <FormActions label="Make the key" busy={sending} busyLabel="Making it" onCancel={onClose} />
      </form>
    </Modal>
  );
}
