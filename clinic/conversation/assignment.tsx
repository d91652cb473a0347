import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import { useMayWrite } from "./use-conversation.ts";
import css from "./conversation-page.module.css";

/** Who the conversation is assigned to, until it's answered, handed over or released. Taking it from somebody says from whom. */
export function Assignment({ conversation }: { conversation: ClinicConversation }) {
  const { id, assignee } = conversation;
  const open = useMayWrite(conversation) && conversation.open;
  const self = useMember();
  const cache = useQueryClient();
  const act = useAct({
    onFailure: ({ kind }) =>
      void (kind === "conflict" && cache.invalidateQueries({ queryKey: queryKey(care.conversation) })),
  });
  const [choosing, setChoosing] = useState(false);
  const isAssignedToSelf = assignee?.memberid === self.id;

  const assign = (memberid: string | null) =>
    act.send(
      { memberid, fromid: assignee?.memberid },
      (body) => call(care.assignConversation, { params: { id }, body }),
      (changed) => {
        cache.setQueryData(queryOf(care.conversation, { params: { id } }).queryKey, changed);
        void cache.invalidateQueries({ queryKey: ["inbox"] });
        setChoosing(false);
      },
    );
  const take = () => void (open && !isAssignedToSelf && assign(self.id));
  useKeys({ t: take });

  return (
    <section className={css["assignment"]} aria-label="Assigned to">
      <p>
        <span className={css["quiet"]}>Assigned to</span>{" "}
        <output>{isAssignedToSelf ? "You" : (assignee?.name ?? "Nobody")}</output>
      </p>
      {open && (
        <div className={css["buttons"]}>
          <Button
            variant="secondary"
            busy={act.sending}
            busyLabel="Please wait"
            onClick={isAssignedToSelf ? () => void assign(null) : take}
          >
            {isAssignedToSelf ? "Release" : assignee ? "Take it over" : "Take it"}{" "}
            {!isAssignedToSelf && <kbd aria-hidden="true">t</kbd>}
          </Button>
          <Button variant="secondary" onClick={() => setChoosing(true)}>
            Assign
          </Button>
        </div>
      )}
      {act.message && !choosing && <Alert tone="warning">{act.message}</Alert>}
      {choosing && (
        <Chooser
          id={id}
          current={assignee?.memberid ?? null}
          act={act}
          onChoose={assign}
          onClose={() => {
            act.forget();
            setChoosing(false);
          }}
        />
      )}
    </section>
  );
}

/** The people who may answer this conversation. */
function Chooser({
  id,
  current,
  act,
  onChoose,
  onClose,
}: {
  id: string;
  current: string | null;
  act: { readonly sending: boolean; readonly message: string };
  onChoose: (memberid: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const people = useQuery({ ...queryOf(care.assignees, { params: { id } }), staleTime: 0 });
  const [chosen, setChosen] = useState("");
  return (
    <Modal
      title="Assign the conversation"
      description="These people may answer it. It stays theirs until it’s answered, handed over or released."
      onClose={onClose}
      actions={
        <>
          <Button
            busy={act.sending}
            busyLabel="Please wait"
            disabled={chosen === ""}
            onClick={() => void onChoose(chosen)}
          >
            Assign
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {act.message && <Alert tone="warning">{act.message}</Alert>}
        <QueryContent query={people} rows={1}>
          {({ items }) => (
            <Select
              label="Who"
              placeholder="Choose somebody"
              value={chosen}
              options={items
                .filter(({ memberid }) => memberid !== current)
                .map(({ memberid, name }) => ({ value: memberid, label: name }))}
              onChange={({ target }) => setChosen(target.value)}
            />
          )}
        </QueryContent>
      </Stack>
    </Modal>
  );
}
