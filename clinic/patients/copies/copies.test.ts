import { expect, test } from "vitest";
import { roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { copyRecipients } from "#contract/staff/record-access.ts";
import { copyFileName, offeredCopies, receiptYears, recipientsFor } from "./copies.ts";

test("each role is offered the copies it may make", () => {
  const offered = Object.fromEntries(
    roles.map((role) => [role, offeredCopies(permissionsOfRoles(role)).map(({ value }) => value)]),
  );
  const all = ["record", "record_data", "conversations", "conversations_data", "hsa", "fsa", "ndc"];
  expect(offered).toEqual({
    physician: all,
    nurse: all,
    patient_services: ["hsa", "fsa", "ndc"],
    pharmacy: [],
    finance: [],
    administrator: [],
  });
});

test("receipts are of the years from 2021 to this one", () => {
  expect(receiptYears("2023-02-01")).toEqual([2023, 2022, 2021]);
});

test("a file's name says what it is, and of which year", () => {
  expect([copyFileName("hsa", 2025), copyFileName("conversations_data", 2025), copyFileName("record", 2025)]).toEqual([
    "hsa-receipt-2025.pdf",
    "conversations.json",
    "medical-records.pdf",
  ]);
});

test("a copy is for anybody, but for an insurer only where nothing on the chart forbids it", () => {
  expect(recipientsFor({ any: false, insurer: false })).toEqual([...copyRecipients]);
  expect(recipientsFor({ any: true, insurer: true })).toEqual(copyRecipients.filter((each) => each !== "insurer"));
});
