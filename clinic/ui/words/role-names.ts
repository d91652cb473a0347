import type { Role } from "#contract/staff/roles.ts";

export const roleNames: Readonly<Record<Role, string>> = {
  physician: "Physician",
  nurse: "Nurse",
  patient_services: "Patient services",
  pharmacy: "Pharmacy",
  finance: "Finance",
  administrator: "Administrator",
};

export const namesOfRoles = (roles: readonly Role[]): string => roles.map((role) => roleNames[role]).join(", ");
