import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { Loaded } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import css from "./conversation-page.module.css";

/** Whose the conversation is, until it's answered, handed over or released. Nobody's conversation is taken from them unseen. */
export function Assignment({ conversation }: { conversation: ClinicConversation }) {
  const { id, assignee, open } = conversation;
  const self = useMember();
  const cache = useQueryClient();
  const [problem, setProblem] = useState("");
  const [choosing, setChoosing] = useState(false);
  const [sending, setSending] = useState(false);
  const isMine = assignee?.memberid === self.id;

  async function assign(memberid: string | null): Promise<boolean> {
    if (sending) return false;
    setSending(true);
    setProblem("");
    try {
      const body = { memberid, fromid: assignee?.memberid };
      const changed = await call(care.assignConversation, { params: { id }, body });
      cache.setQueryData(queryOf(care.conversation, { params: { id } }).queryKey, changed);
      void cache.invalidateQueries({ queryKey: ["inbox"] });
      return true;
    } catch (error) {
      setProblem(errorMessage(error));
      if (isApiError(error) && error.code === "conflict")
        void cache.invalidateQueries({ queryKey: queryKey(care.conversation) });
      return false;
    } finally {
      setSending(false);
    }
  }
  const take = () => void (open && !isMine && assign(self.id));
  useKeys({ t: take });

  return (
    <section className={css["assignment"]} aria-label="Assigned to">
      <p>
        <span className={css["quiet"]}>Assigned to</span>{" "}
        <output>{isMine ? "You" : (assignee?.name ?? "Nobody")}</output>
      </p>
      {open && (
        <div className={css["buttons"]}>
          <Button
            variant="secondary"
            busy={sending}
            busyLabel="Please wait"
            onClick={isMine ? () => void assign(null) : take}
          >
            {isMine ? "Release" : assignee ? "Take it over" : "Take it"} {!isMine && <kbd aria-hidden="true">t</kbd>}
          </Button>
          <Button variant="secondary" onClick={() => setChoosing(true)}>
            Assign
          </Button>
        </div>
      )}
      {problem && !choosing && <Alert tone="warning">{problem}</Alert>}
      {choosing && (
        <Chooser
          id={id}
          current={assignee?.memberid ?? null}
          problem={problem}
          busy={sending}
          onChoose={async (memberid) => {
            if (await assign(memberid)) setChoosing(false);
          }}
          onClose={() => {
            setProblem("");
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
  problem,
  busy,
  onChoose,
  onClose,
}: {
  id: string;
  current: string | null;
  problem: string;
  busy: boolean;
  onChoose: (memberid: string) => Promise<void>;
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
          <Button busy={busy} busyLabel="Please wait" disabled={chosen === ""} onClick={() => void onChoose(chosen)}>
            Assign
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {problem && <Alert tone="warning">{problem}</Alert>}
        <Loaded query={people} rows={1}>
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
        </Loaded>
      </Stack>
    </Modal>
  );
}
