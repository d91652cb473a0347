import { account } from "./account/calls.ts";
import { auth } from "./auth.ts";
import { care } from "./care/calls.ts";
import { documents } from "./documents/calls.ts";
import type { Endpoint } from "./http/endpoint.ts";
import type { Scope } from "./http/scopes.ts";
import type { WorkKind } from "./http/work.ts";
import { followup } from "./followup.ts";
import { integrations } from "./integrations/calls.ts";
import { growth } from "./growth/calls.ts";
import { messages } from "./messages/calls.ts";
import { notifications } from "./notifications.ts";
import { onboarding } from "./onboarding/calls.ts";
import { payment } from "./payment.ts";
import { store } from "./cart/calls.ts";
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

/** Whoever has one of these does work of this kind: the scopes of the calls that claim it. */
export const scopesOfWork = (kind: WorkKind): readonly Scope[] => [
  ...new Set([...everyCall()].flatMap(({ call }) => (call.work === kind ? (call.scopes ?? []) : []))),
];

/** Every call once, in the order of the features. */
export function* everyCall(): Iterable<{ readonly feature: Feature; readonly name: string; readonly call: Endpoint }> {
  for (const feature of Object.keys(api) as Feature[]) {
    const calls: Readonly<Record<string, Endpoint>> = api[feature];
    for (const [name, call] of Object.entries(calls)) yield { feature, name, call };
  }
}
