import { isApiError } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";
import { createIntentKey } from "#clinic/api/intent-key.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { holderIn } from "#clinic/work/hold-claim.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { approvalBody, type Decision, type PrescribedOf } from "./decision.ts";
import { overrideOf } from "./overridden.ts";
import { namesOfFacts } from "../what-changed.ts";

export type DecisionProblem =
  /** The record isn't what was looked at any more; `changed` says what differs. */
  | { readonly kind: "conflict"; readonly changed: readonly string[] }
  | { readonly kind: "claimed"; readonly holder: string }
  /** No answer came: it may have been decided or not. Pressing again is safe. */
  | { readonly kind: "unclear" }
  /** `fields` are sentences by product id. */
  | { readonly kind: "refused"; readonly message: string; readonly fields: Readonly<Record<string, string>> };

interface DecideState {
  readonly sending: boolean;
  readonly problem: DecisionProblem | null;
}

/** What making a decision needs; tests pass their own. */
export interface DecideServices {
  readonly call: StaffCall;
  readonly newKey: () => string;
  /** Told of each record that is read on the way. */
  readonly onRecord: (record: PatientRecord) => void;
}

/**
 * Decides on a plan, once: presses while one is under way do nothing, and the same decision is sent again under the same key, so a lost answer is no second
 * decision. A case that nobody accepted is accepted first; whatever else changes meanwhile stops the decision.
 */
export function createCaseDecision({ call, newKey, onRecord }: DecideServices) {
  const store = observable<DecideState>({ sending: false, problem: null });
  const { of: keyOf } = createIntentKey(newKey);

  async function sendOnce(send: () => Promise<PatientRecord | null>): Promise<PatientRecord | null> {
    if (store.get().sending) return null;
    store.set({ sending: true, problem: null });
    try {
      const decided = await send();
      if (decided) onRecord(decided);
      return decided;
    } catch (error) {
      store.set({ problem: problemOf(error) });
      return null;
    } finally {
      store.set({ sending: false });
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    dismiss: () => store.set({ problem: null }),
    approve: (record: PatientRecord, decision: Decision, prescribedOf: PrescribedOf): Promise<PatientRecord | null> =>
      sendOnce(() => {
        const body = {
          ...approvalBody(decision, record.requested ?? [], record.revision, prescribedOf),
          ...overrideOf(record, decision),
          ...(record.carestatus === "incoming" && { accept: true }),
        };
        const key = keyOf([record.id, "approve", body]);
        return call(care.approvePlan, { params: { id: record.id }, body }, { key });
      }),
    decline: (record: PatientRecord, decision: Decision): Promise<PatientRecord | null> =>
      sendOnce(() => {
        const body = { reason: decision.declinereason.trim(), revision: record.revision };
        const key = keyOf([record.id, "decline", body]);
        return call(care.declinePlan, { params: { id: record.id }, body }, { key });
      }),
  };
}

function problemOf(error: unknown): DecisionProblem {
  if (!isApiError(error) || isOutcomeUnknown(error)) return { kind: "unclear" };
  const { code, details } = error;
  if (code === "conflict") return { kind: "conflict", changed: namesOfFacts(details?.["changed"]) };
  if (code === "claimed") return { kind: "claimed", holder: holderIn(details) };
  // “replaced.estradiol_patch_0_05” is about that product.
  const fields = Object.fromEntries(error.fields.map(({ path, message }) => [path.split(".")[1] ?? path, message]));
  return { kind: "refused", message: error.message, fields };
}
