import { account } from "./account/calls.ts";
import { auth } from "./auth.ts";
import { care } from "./care/calls.ts";
import { store } from "./cart/calls.ts";
import { documents } from "./documents/calls.ts";
import { followup } from "./followup.ts";
import { growth } from "./growth/calls.ts";
import { clinicAccessOf, type Endpoint } from "./http/endpoint.ts";
import type { WorkKind } from "./http/work.ts";
import { integrations } from "./integrations/calls.ts";
import { messages } from "./messages/calls.ts";
import { notifications } from "./notifications.ts";
import { onboarding } from "./onboarding/calls.ts";
import { payment } from "./payment.ts";
import type { Permission } from "./policy/policy.ts";
import { staff } from "./staff/calls.ts";
import { support } from "./support.ts";
import { treatment } from "./treatment/calls.ts";
import { wellbeing } from "./wellbeing/calls.ts";

/** Every call of the product, by feature. The server, the OpenAPI document and the checks derive from this. */
export const api = {
  auth,
  onboarding,
  store,
  payment,
  account,
  treatment,
  wellbeing,
  messages,
  notifications,
  documents,
  followup,
  growth,
  support,
  care,
  integrations,
  staff,
} as const;

export type Feature = keyof typeof api;
export type CallName<R extends Feature> = keyof (typeof api)[R] & string;

/** Whoever has one of these does work of this kind: what the calls need that claim it. */
export const workNeeds = (kind: WorkKind): readonly Permission[] => [
  ...new Set(
    [...everyCall()].flatMap(({ call }) => {
      const access = clinicAccessOf(call);
      return access?.work === kind ? access.needs : [];
    }),
  ),
];

/** Every call once, in the order of the features. */
export function* everyCall(): Iterable<{ readonly feature: Feature; readonly name: string; readonly call: Endpoint }> {
  for (const feature of Object.keys(api) as Feature[]) {
    const calls: Readonly<Record<string, Endpoint>> = api[feature];
    for (const [name, call] of Object.entries(calls)) yield { feature, name, call };
  }
}
