import { expect, it } from "vitest";
import * as z from "zod/mini";
import { clinicCall, optionalPatientCall, patientCall, publicCall, staffCall } from "./endpoint.ts";
import { IdParams } from "./params.ts";

const nothing = { summary: "An example", ok: z.null() } as const;

it("a declaration is the whole call, typed by what it says", () => {
  const call = clinicCall("PUT /clinic/example/{id}", {
    ...nothing,
    access: { needs: ["write:prescribing"], record: "note" },
    params: IdParams,
  });
  const [method, path, caller]: ["PUT", "/clinic/example/{id}", "clinic"] = [
    call.method,
    call.path,
    call.access.caller,
  ];
  const needs: readonly ["write:prescribing"] = call.access.needs;
  const errors: readonly [] = call.errors;
  expect(call).toEqual({
    ...nothing,
    method,
    path,
    access: { caller, needs, record: "note" },
    params: IdParams,
    errors,
  });
});

it("what makes no sense for who calls doesn't compile", () => {
  const params = IdParams;
  const calls = [
    // @ts-expect-error No scopes.
    clinicCall("GET /example", nothing),
    // @ts-expect-error None of the scopes.
    clinicCall("GET /example", { ...nothing, access: { scopes: [] } }),
    // @ts-expect-error Of a person of the practice about themself.
    clinicCall("GET /example", { ...nothing, access: { scopes: ["rx"], whileEnrolling: true } }),
    // @ts-expect-error Of the practice.
    staffCall("GET /example/{id}", { ...nothing, params, access: { freshProof: true, record: "note" } }),
    // @ts-expect-error Of a call without a session.
    patientCall("GET /example", { ...nothing, access: { sameOrigin: true } }),
    // @ts-expect-error Of the practice.
    optionalPatientCall("GET /example", { ...nothing, access: { scopes: ["rx"] } }),
    // @ts-expect-error Nothing a call has.
    publicCall("GET /example", { ...nothing, scopes: ["rx"] }),
    // @ts-expect-error A path with a name, and no `params`.
    patientCall("GET /example/{id}", nothing),
    // @ts-expect-error Another name.
    patientCall("GET /example/{key}", { ...nothing, params }),
    // @ts-expect-error No such method.
    patientCall("FETCH /example", nothing),
  ];
  expect(calls).toHaveLength(10);
});
