import type { DecisionFact } from "#contract/care/decision-fields.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { orderToDecide } from "./order-to-decide.ts";

/** What the record is compared with: the last decision on this patient, else the moment the visit was sent. */
export function comparedWith(
  record: PatientRecord,
): { readonly at: string; readonly what: "decision" | "visit" } | null {
  const order = orderToDecide(record);
  const sent = order?.placedat ?? null;
  const decided = [
    ...(record.prescriptions ?? []).map(({ approvedat }) => approvedat),
    ...(record.orders ?? []).flatMap(({ id, timeline }) =>
      id === order?.id
        ? []
        : timeline.flatMap(({ event, at }) => (at && (event === "approved" || event === "declined") ? [at] : [])),
    ),
  ].toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const last = decided.at(-1);
  if (last) return { at: last, what: "decision" };
  return sent ? { at: sent, what: "visit" } : null;
}

const factNames: Readonly<Record<DecisionFact, string>> = {
  answers: "health answers",
  decision: "the case itself: somebody acted on it",
  identity: "identity check",
  payment: "payment",
  prescriptions: "prescriptions",
  state: "state the patient lives in",
};

/** The facts of a `conflict`, in words. */
export const namesOfFacts = (changed: unknown): readonly string[] =>
  (Array.isArray(changed) ? changed : []).flatMap((fact) =>
    typeof fact === "string" && fact in factNames ? [factNames[fact as DecisionFact]] : [],
  );

/** What a decision depends on and differs between two readings of a record, apart from the case itself, which accepting changes. */
export function changedFacts(before: PatientRecord, after: PatientRecord): readonly DecisionFact[] {
  const facts: Readonly<Partial<Record<DecisionFact, (record: PatientRecord) => unknown>>> = {
    answers: ({ answers, flags, requested }) => [answers, flags, requested?.map(({ productid }) => productid)],
    identity: ({ identitystatus }) => identitystatus,
    payment: (record) => {
      const order = orderToDecide(record);
      return order && [order.id, order.status, order.summary.totalamount];
    },
    prescriptions: ({ prescriptions }) => prescriptions?.map(({ id, status }) => [id, status]),
    state: ({ state }) => state,
  };
  return (Object.keys(facts) as DecisionFact[]).filter(
    (fact) => JSON.stringify(facts[fact]?.(before)) !== JSON.stringify(facts[fact]?.(after)),
  );
}
