import type { Role } from "#contract/policy/roles.ts";

/** What a role is called, and what somebody with it can do, for the person who gives it. */
export const roleLabels: Readonly<Record<Role, { readonly name: string; readonly description: string }>> = {
  physician: {
    name: "Physician",
    description: "Decides on treatment in a doctor’s name, reads health answers and messages.",
  },
  nurse: {
    name: "Nurse",
    description: "Reads health answers and messages, writes to patients, checks identities. Can’t prescribe.",
  },
  patient_services: {
    name: "Patient services",
    description: "Finds patients, checks identities, answers patient services, handles orders. No health answers.",
  },
  pharmacy: { name: "Pharmacy", description: "Sees prescriptions and orders, packs and sends them." },
  finance: { name: "Finance", description: "Refunds, disputes and what doesn’t add up. No health answers." },
  administrator: {
    name: "Administrator",
    description: "The team, API keys, webhooks and the audit. No patients’ records.",
  },
};

export const namesOfRoles = (roles: readonly Role[]): string => roles.map((role) => roleLabels[role].name).join(", ");
