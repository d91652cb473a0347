import type { Role } from "#contract/staff/roles.ts";

/** What somebody with the role can do, for the person who gives it. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  physician: "Decides on treatment in a doctor’s name, reads health answers and messages.",
  nurse: "Reads health answers and messages, writes to patients, checks identities. Can’t prescribe.",
  patient_services: "Finds patients, checks identities, answers patient services, handles orders. No health answers.",
  pharmacy: "Sees prescriptions and orders, packs and sends them.",
  finance: "Refunds, disputes and what doesn’t add up. No health answers.",
  administrator: "The team, API keys, webhooks and the audit. No patients’ records.",
};
