import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { care } from "#contract/care/calls.ts";
import type { Endpoint, Input, Output } from "#contract/http/endpoint.ts";
import type { commonErrors } from "#contract/http/errors.ts";
import type { integrations } from "#contract/integrations/calls.ts";
import type { teamDoctorCalls } from "#contract/staff/doctors.ts";
import type { staffMemberCalls } from "#contract/staff/members.ts";
import type { CallName, Calls } from "../../client/src/calls.ts";
import { generateClientCalls } from "./generate-client-calls.ts";

test("the client's calls are those of the contract; `npm run types:client` writes them", () => {
  expect(readFileSync(new URL("../../client/src/calls.ts", import.meta.url), "utf8")).toBe(generateClientCalls());
});

type ClinicCalls = typeof care & typeof integrations & typeof staffMemberCalls & typeof teamDoctorCalls;
/** Types that may stand for each other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : [A, B]) : [A, B];
type PartOf<T, K> = K extends keyof T ? Exclude<T[K], undefined> : "none";
type InputIsSame<T, E extends Endpoint> = {
  [K in "params" | "query" | "body"]: Same<PartOf<T, K>, PartOf<Input<E>, K>>;
} & { file: Same<PartOf<T, "file">, E extends { upload: true } ? Blob : "none"> };
type OutputOf<E extends Endpoint> = E["ok"] extends string ? File : Output<E>;
type CodeOf<E extends Endpoint> =
  | E["errors"][number]
  | (typeof commonErrors)["all" | "clinic"][number]
  | (E extends { idempotency: true } ? (typeof commonErrors)["idempotency"][number] : never)
  | (E["access"] extends { record: string } ? (typeof commonErrors)["record"][number] : never)
  | (E["access"] extends { decidesFor: string } ? (typeof commonErrors)["deciding"][number] : never)
  | (E extends { upload: true } ? (typeof commonErrors)["upload"][number] : never);
interface AllSame {
  params: true;
  query: true;
  body: true;
  file: true;
}

test("the compiler finds its types equal to the contract's", () => {
  const names: Same<CallName, keyof ClinicCalls> = true;
  // A call whose types differ does not compile here, and the compiler names it.
  type Inputs = { [N in keyof ClinicCalls]: InputIsSame<Calls[N]["input"], ClinicCalls[N]> };
  type Outputs = { [N in keyof ClinicCalls]: Same<Calls[N]["output"], OutputOf<ClinicCalls[N]>> };
  type Codes = { [N in keyof ClinicCalls]: Same<Calls[N]["code"], CodeOf<ClinicCalls[N]>> };
  const check = (inputs: Inputs, outputs: Outputs, codes: Codes) => {
    const sameInputs: { [N in keyof ClinicCalls]: AllSame } = inputs;
    const sameOutputs: { [N in keyof ClinicCalls]: true } = outputs;
    const sameCodes: { [N in keyof ClinicCalls]: true } = codes;
    return [sameInputs, sameOutputs, sameCodes];
  };
  expect([names, check]).toHaveLength(2);
});
