import { describe, expect, test } from "vitest";
import type { RoutedDoctor } from "#server/doctors/public.ts";
import { chooseSuccessor } from "./patient-move.ts";

const doctor = (id: string, states: readonly string[], openCases = 0): RoutedDoctor => ({
  id,
  active: true,
  acceptsPatients: true,
  decidedFor: true,
  absence: null,
  licenses: states.map((state) => ({ state, validUntil: null })),
  openCases,
});
const doctors = [doctor("ada", ["CA"]), doctor("bea", ["CA", "TX"], 4), doctor("cora", ["TX"], 2)];
const on = { enabled: true, byDoctorEnabled: true };
const after = (current: string | null, state: string, settings = on) =>
  chooseSuccessor(settings, doctors, current, state, "2026-06-01");

describe("decisions §5 the doctor is licensed in the patient's state", () => {
  test("a doctor also licensed in the new state stays, however busy", () =>
    expect(after("bea", "TX")).toEqual({ succession: "stays", doctorId: "bea" }));
  test("otherwise the least busy doctor licensed there takes over", () =>
    expect(after("ada", "TX")).toEqual({ succession: "changes", doctorId: "cora" }));
  test("a patient without a doctor gets one", () =>
    expect(after(null, "TX")).toEqual({ succession: "changes", doctorId: "cora" }));
  test("nobody is licensed there", () => expect(after("ada", "NV")).toEqual({ succession: "nobody", doctorId: null }));
  test("with the router switched off, the clinic names a doctor", () =>
    expect(after("ada", "TX", { ...on, enabled: false })).toEqual({ succession: "nobody", doctorId: null }));
  test("an expired license does not count", () => {
    const lapsed = [{ ...doctor("ada", []), licenses: [{ state: "TX", validUntil: "2026-05-31" }] }];
    expect(chooseSuccessor(on, lapsed, "ada", "TX", "2026-06-01").succession).toBe("nobody");
  });
});
