import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import type { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PreparedDecision } from "#contract/care/prepared.ts";
import { taskCalls } from "#contract/care/tasks.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import { fieldsToPrepare, type PreparedTask } from "./prepared-fields.ts";

/** Whether somebody may write decisions for a prescriber to sign. */
export const mayPrepare = (permissions: readonly Permission[]): boolean =>
  permits(permissions, taskCalls.prepareDecision.access.needs) && !maySign(permissions);

/** Whether somebody makes them. */
export const maySign = (permissions: readonly Permission[]): boolean =>
  permits(permissions, care.changeTreatment.access.needs);

export const preparedText = "It waits for the doctor’s signature. Nothing happens before.";

/**
 * How a form of a decision ends: by signing it, also what somebody prepared; or, for whoever may not make it, by sending it to the patient's doctor to sign.
 */
export function useSignature({
  decision,
  patientId,
  refId,
  task,
}: {
  readonly decision: PreparedDecision;
  readonly patientId: string;
  /** What is decided: a renewal, a subscription, a prescription; of a letter its patient. */
  readonly refId: string;
  readonly task: PreparedTask | undefined;
}) {
  const cache = useQueryClient();
  const permissions = usePermissions();
  const [words, setWords] = useState("");
  const prepares = !maySign(permissions);
  return {
    ...{ task, prepares, words, setWords },
    /** What the deciding call sends of it. */
    body: task && !prepares ? { preparedid: task.id } : {},
    /** Sends it to be signed. */
    prepare: (
      act: Pick<ReturnType<typeof useAct>, "send">,
      values: Readonly<Record<string, string | undefined>>,
      revision: string,
      done: () => Promise<void> | void,
    ) => {
      const body = {
        ...{ decision, refid: refId, fields: fieldsToPrepare(decision, values), revision },
        ...(words.trim() !== "" && { words: words.trim() }),
      };
      return act.send(
        body,
        (_, key) => call(taskCalls.prepareDecision, { params: { id: patientId }, body }, { key }),
        async () => {
          for (const read of [taskCalls.patientTasks, taskCalls.tasksAsked, taskCalls.task])
            void cache.invalidateQueries({ queryKey: queryKey(read) });
          await done();
        },
      );
    },
  };
}
export type Signature = ReturnType<typeof useSignature>;
