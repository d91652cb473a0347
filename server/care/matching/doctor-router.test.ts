import { describe, expect, test } from "vitest";
import { isLicensed, type RoutedDoctor } from "#server/doctors/public.ts";
import { routeToDoctor } from "./doctor-router.ts";

const on = { enabled: true, byDoctorEnabled: true };
const doctor = (id: string, openCases: number, ...states: string[]): RoutedDoctor => ({
  id,
  active: true,
  acceptsPatients: true,
  decidedFor: true,
  absence: null,
  openCases,
  licenses: states.map((state) => ({ state, validUntil: null })),
});

describe("§3 doctor_router", () => {
  test("the least busy doctor licensed in the patient's state is chosen", () => {
    expect(
      routeToDoctor(on, [doctor("a", 3, "IL"), doctor("b", 1, "IL"), doctor("c", 0, "NY")], "IL", "2026-01-02"),
    ).toEqual({
      doctorId: "b",
    });
  });
  test("equal load goes by id, whatever the input order", () => {
    const doctors = [doctor("b", 1, "IL"), doctor("a", 1, "IL")];
    expect(routeToDoctor(on, doctors, "IL", "2026-01-02")).toEqual(
      routeToDoctor(on, doctors.toReversed(), "IL", "2026-01-02"),
    );
  });
  test("nobody licensed there: the visit waits for the clinic", () => {
    expect(routeToDoctor(on, [doctor("a", 0, "NY")], "IL", "2026-01-02")).toEqual({ unrouted: "no_licensed_doctor" });
  });
  test("when switched off, it chooses nobody", () => {
    expect(routeToDoctor({ ...on, enabled: false }, [doctor("a", 0, "IL")], "IL", "2026-01-02")).toEqual({
      unrouted: "disabled",
    });
  });
  test.each([
    ["2026-01-02", true],
    ["2026-01-03", false],
  ])("a licence to 2026-01-02 on %s: %s", (today, expected) => {
    const licenses = [{ state: "IL", validUntil: "2026-01-02" }];
    expect(isLicensed({ ...doctor("a", 0), licenses }, "IL", today)).toBe(expected);
  });
  test("a doctor on leave is not chosen", () => {
    expect(routeToDoctor(on, [{ ...doctor("a", 0, "IL"), active: false }], "IL", "2026-01-02")).toEqual({
      unrouted: "no_licensed_doctor",
    });
  });
});

describe("new patients go to who is here and decides", () => {
  const on = { enabled: true, byDoctorEnabled: true };
  test.each([
    ["2026-01-01", "free"],
    ["2026-01-02", "busy"],
    ["2026-01-05", "busy"],
    ["2026-01-06", "free"],
  ])("on %s, away from January 2 to 5: %s", (today, doctorId) => {
    const free = { ...doctor("free", 0, "IA"), absence: { from: "2026-01-02", until: "2026-01-05" } };
    expect(routeToDoctor(on, [free, doctor("busy", 9, "IA")], "IA", today)).toEqual({ doctorId });
  });
  test("nobody decides in their name: the case is nobody's rather than theirs", () => {
    const unowned = { ...doctor("unowned", 0, "IA"), decidedFor: false };
    expect(routeToDoctor(on, [unowned, doctor("busy", 9, "IA")], "IA", "2026-01-01")).toEqual({ doctorId: "busy" });
    expect(routeToDoctor(on, [unowned], "IA", "2026-01-01")).toEqual({ unrouted: "no_licensed_doctor" });
  });
});

test("decisions §11 a doctor who takes no new patients is matched with none", () => {
  const away = { ...doctor("away", 0, "IA"), acceptsPatients: false };
  const settings = { enabled: true, byDoctorEnabled: true };
  expect(routeToDoctor(settings, [away, doctor("busy", 9, "IA")], "IA", "2026-01-01")).toEqual({ doctorId: "busy" });
  expect(routeToDoctor(settings, [away], "IA", "2026-01-01")).toEqual({ unrouted: "no_licensed_doctor" });
});
