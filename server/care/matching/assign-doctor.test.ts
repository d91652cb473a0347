import { beforeAll, expect, test } from "vitest";
import type { CaseRow } from "#server/cases/public.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../testing/handed-over.ts";
import { chooseAcceptingDoctor, chooseDecidingDoctor } from "./assign-doctor.ts";

let server: TestServer;
/** In Iowa, where Dr. Marsh and Dr. Okafor are licensed and Dr. Valdez isn't. */
let rosa: TestPatient;
beforeAll(async () => {
  server = await sharedTestServer();
  rosa = await handedOver(server, "IA");
});

const services = (doctorRouter: { readonly enabled: boolean; readonly byDoctorEnabled: boolean }) =>
  ({
    ...server.services,
    config: { ...server.services.config, doctorRouter },
    refuse: (code: string, values: { message?: string } = {}) =>
      new Refusal(code as never, { message: values.message ?? code } as never),
  }) as never as Parameters<typeof chooseAcceptingDoctor>[0];
const on = { enabled: true, byDoctorEnabled: true };
const caseOf = (doctor_id: string | null) => ({ patient_id: rosa.id, doctor_id }) as CaseRow;
const outcomeOf = (work: Promise<string>) => work.catch((error: unknown) => (error as Refusal).message);

test.each([
  ["the one named", on, "elena_marsh", "ruth_okafor", "ruth_okafor"],
  ["nobody where one was named who isn't licensed there", on, null, "ines_valdez", /not licensed in IA/],
  [
    "nobody where the practice lets none be named",
    { ...on, byDoctorEnabled: false },
    null,
    "ruth_okafor",
    /router assigns/,
  ],
  [
    "the one of the case where none is named",
    { ...on, byDoctorEnabled: false },
    "ruth_okafor",
    undefined,
    "ruth_okafor",
  ],
  ["the one of the case with the router off", { ...on, enabled: false }, "ruth_okafor", undefined, "ruth_okafor"],
  ["the router's where the case's isn't licensed there", on, "ines_valdez", undefined, /^(?!ines_valdez)\w+$/],
  ["nobody with the router off and none of the case", { ...on, enabled: false }, null, undefined, /name the doctor/],
] as const)("who accepts a case: %s", async (_, settings, ofCase, named, expected) => {
  const chosen = await outcomeOf(chooseAcceptingDoctor(services(settings), caseOf(ofCase), named));
  expect(chosen).toMatch(expected);
});

test.each([
  ["the one named", "elena_marsh", "ruth_okafor", "ruth_okafor"],
  ["the one of the case where none is named", "elena_marsh", undefined, "elena_marsh"],
  ["nobody where there is none", null, undefined, "Please name the doctor who decides."],
  [
    "nobody who isn't licensed in the patient's state",
    "elena_marsh",
    "ines_valdez",
    "This doctor is not licensed in IA.",
  ],
])("who decides a case: %s", async (_, ofCase, named, expected) => {
  expect(await outcomeOf(chooseDecidingDoctor(services(on), caseOf(ofCase), named))).toBe(expected);
});
