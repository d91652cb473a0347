import { call } from "#app/api/api.ts";
import { withBankStep } from "#app/payment/bank-step.ts";
import type { PrescriptionOrder, Subscription } from "#contract/entities.ts";
import { treatment } from "#contract/treatment.ts";
import { askedByLink, isPossible } from "../asked-by-link.ts";
import { comingSupply } from "../charges.ts";

/** One thing she wants to do with a subscription, or with one supply of it. */
export type Change =
  | { readonly kind: "getnext" | "reorder" | "cancel"; readonly supply: PrescriptionOrder }
  /** `alone`: not what comes in the same parcel. */
  | { readonly kind: "skip"; readonly supply: PrescriptionOrder; readonly alone?: boolean }
  | { readonly kind: "pause"; readonly months: number; readonly alone?: boolean }
  | { readonly kind: "resume" };

/** What a link of the mail before a charge asks for, as far as it is possible now. */
export function changeByLink(search: string, subscription: Subscription): Change | null {
  const wanted = askedByLink(search);
  const supply = comingSupply(subscription);
  if (wanted === null || supply === null || !isPossible(wanted, subscription)) return null;
  return wanted === "pause" ? { kind: "pause", months: 1 } : { kind: "skip", supply };
}

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
      const body = { months: change.months, subscriptionid, ...(change.alone && { alone: true }) };
      return (await call(treatment.pause, { params: { id: patientid }, body }, options)).message;
    }
    case "resume":
      return (await call(treatment.resume, { params: { id: patientid }, body: { subscriptionid } }, options)).message;
    case "getnext":
      return (await withBankStep(() => call(treatment.getNext, { params: { id: change.supply.id } }, options))).message;
    case "reorder":
      return (await withBankStep(() => call(treatment.reorder, { params: { id: change.supply.id } }, options))).message;
    case "skip": {
      const input = { params: { id: change.supply.id }, body: change.alone ? { alone: true } : {} };
      return (await call(treatment.skip, input, options)).message;
    }
    case "cancel":
      return (await call(treatment.cancelPrescriptionOrder, { params: { id: change.supply.id } }, options)).message;
  }
}
