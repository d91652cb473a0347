import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { namesOfRoles } from "#clinic/ui/labels/role-labels.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type SavedList, listCalls, type ListFilters } from "#contract/care/lists.ts";
import type { Role } from "#contract/policy/roles.ts";
import { filtersOf, formOf, type ListForm } from "./list-form.ts";

/** Lists saved under a name: choosing one fills in the form. */
export function SavedLists({ filters, onChosen }: { filters: ListFilters; onChosen: (form: ListForm) => void }) {
  const saved = useQuery(queryOf(listCalls.savedLists, {})).data?.items ?? [];
  const chosen = saved.find((each) => isSame(each.filters, filters));
  return (
    <Cluster gap={4}>
      {saved.length > 0 && (
        <Select
          label="Saved lists"
          options={[
            { value: "", label: "None" },
            ...saved.map(({ id, name, role }) => ({
              value: id,
              label: role === null ? name : `${name} (${namesOfRoles([role])})`,
            })),
          ]}
          value={chosen?.id ?? ""}
          onChange={({ target }) => {
            const found = saved.find(({ id }) => id === target.value);
            if (found) onChosen(formOf(found.filters as ListFilters));
          }}
        />
      )}
      {chosen ? (
        <OpensDialog<SavedList>
          takesFocus
          buttons={(open) => (
            <Button variant="quiet" onClick={() => open(chosen)}>
              Forget this list
            </Button>
          )}
        >
          {(dialog, list) => <ForgetList list={list} {...dialog} />}
        </OpensDialog>
      ) : (
        Object.keys(filters).length > 0 && (
          <OpensDialog buttons="Save this list" takesFocus>
            {(dialog) => <SaveDialog filters={filters} {...dialog} />}
          </OpensDialog>
        )
      )}
    </Cluster>
  );
}

const isSame = (saved: SavedList["filters"], filters: ListFilters) =>
  JSON.stringify(filtersOf(formOf(saved as ListFilters))) === JSON.stringify(filters);

function SaveDialog({ filters, onDone, onClose }: DialogProps & { filters: ListFilters }) {
  const cache = useQueryClient();
  const { roles } = useMember();
  const [name, setName] = useState("");
  const [role, setRole] = useState("");
  const act = useAct({ asSent: true });
  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { name, filters, ...(role !== "" && { role: role as Role }) };
    await act.send(
      body,
      (sent, key) => call(listCalls.saveList, { body: sent }, { key }),
      async () => {
        await cache.invalidateQueries({ queryKey: queryKey(listCalls.savedLists) });
        onDone("Saved.");
      },
    );
  }
  return (
    <Modal title="Save this list" description="It’s looked up anew each time." onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap={4}>
          <TextField
            label="Name"
            hint="Others may see it on your screen. No patient’s name."
            autoComplete="off"
            value={name}
            error={act.fieldError("name")}
            disabled={act.isUnknown}
            onChange={({ target }) => setName(target.value)}
          />
          <Select
            label="Who it’s for"
            options={[
              { value: "", label: "Myself" },
              ...roles.map((each) => ({ value: each, label: `Everybody of ${namesOfRoles([each])}` })),
            ]}
            value={role}
            error={act.fieldError("role")}
            disabled={act.isUnknown}
            onChange={({ target }) => setRole(target.value)}
          />
          <FailureNotice act={act} again="Press again: it’s saved once." fields={["name", "role"]} />
          <FormActions label="Save it" busy={act.sending} busyLabel="Saving" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function ForgetList({ list: { id, name, role }, onDone, onClose }: DialogProps & { list: SavedList }) {
  const cache = useQueryClient();
  return (
    <Confirm
      question={`Forget “${name}”?`}
      detail={
        role === null
          ? "Its patients stay as they are."
          : `It’s gone for everybody of ${namesOfRoles([role])}. Its patients stay as they are.`
      }
      confirmLabel="Forget it"
      onConfirm={async () => {
        await call(listCalls.forgetList, { params: { id } });
        await cache.invalidateQueries({ queryKey: queryKey(listCalls.savedLists) });
        onDone("Forgotten.");
      }}
      onClose={onClose}
    />
  );
}
