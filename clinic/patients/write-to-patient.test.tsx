import { describe, expect, test } from "vitest";
import type { Role } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { conversationToWriteIn } from "./write-to-patient.tsx";

const doctor = { id: "a", kind: "doctor" } as const;
const services = { id: "b", kind: "patient_services" } as const;

describe("writing first goes to the own side's conversation", () => {
  test.each<[readonly Role[], readonly (typeof doctor | typeof services)[], "a" | "b" | null]>([
    [["physician"], [services, doctor], "a"],
    [["nurse"], [doctor, services], "a"],
    [["nurse"], [services], "b"],
    [["patient_services"], [doctor, services], "b"],
    [["patient_services"], [doctor], null],
    [["patient_services", "nurse"], [doctor, services], "a"],
    [["pharmacy"], [doctor, services], null],
    [["nurse"], [], null],
  ])("%j of %j: %s", (roles, conversations, id) => {
    expect(conversationToWriteIn(conversations, permissionsOfRoles(...roles))?.id ?? null).toBe(id);
  });
});
