import { call } from "#app/api/api.ts";
import type { PrescriptionOrder } from "#contract/entities.ts";
import { treatment } from "#contract/treatment.ts";

/** One thing she wants to do with a subscription, or with one supply of it. */
export type Change =
  | { readonly kind: "getnext" | "reorder" | "skip" | "cancel"; readonly supply: PrescriptionOrder }
  | { readonly kind: "pause"; readonly months: number }
  | { readonly kind: "resume" };

/** Whose subscription it is; both go into the calls. */
export interface Owner {
  readonly patientid: string;
  readonly subscriptionid: string;
}

/** Carries it out; resolves with the server's sentence. One `key` for one intention: a repeat with it changes nothing more. */
export async function carryOut(change: Change, { patientid, subscriptionid }: Owner, key: string): Promise<string> {
  const options = { key };
  switch (change.kind) {
    case "pause": {
      const input = { params: { id: patientid }, body: { months: change.months, subscriptionid } };
      return (await call(treatment.pause, input, options)).message;
    }
    case "resume":
      return (await call(treatment.resume, { params: { id: patientid }, body: { subscriptionid } }, options)).message;
    case "getnext":
      return (await call(treatment.getNext, { params: { id: change.supply.id } }, options)).message;
    case "reorder":
      return (await call(treatment.reorder, { params: { id: change.supply.id } }, options)).message;
    case "skip":
      return (await call(treatment.skip, { params: { id: change.supply.id } }, options)).message;
    case "cancel":
      return (await call(treatment.cancelPrescriptionOrder, { params: { id: change.supply.id } }, options)).message;
  }
}
