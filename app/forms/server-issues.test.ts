import { expect, test } from "vitest";
import { mapIssues } from "./server-issues.ts";

test("§8 an issue of the server shows at its field, first issue first, in the order of the form", () => {
  const mapped = mapIssues(
    [
      { path: "zipcode", message: "Zip" },
      { path: "city", message: "City" },
      { path: "city", message: "City again" },
    ],
    ["address1", "city", "zipcode"],
  );
  expect(mapped.fields).toEqual([
    { name: "city", message: "City" },
    { name: "zipcode", message: "Zip" },
  ]);
});

test("§8 nested and renamed paths find their fields; unknown ones are separated", () => {
  const nameOf = (path: string) => (path.startsWith("answers.0") ? "uterus" : undefined);
  const mapped = mapIssues(
    [
      { path: "answers.0.answer", message: "Please choose one." },
      { path: "billingaddress.zipcode", message: "Zip" },
      { path: "price", message: "Unknown" },
    ],
    ["uterus", "zipcode"],
    nameOf,
  );
  expect(mapped.fields.map(({ name }) => name)).toEqual(["uterus", "zipcode"]);
  expect(mapped.unmatched).toEqual(["Unknown"]);
  const { fields } = mapIssues(
    [{ path: "answers.0.zipcode", message: "Not of an address" }],
    ["uterus", "zipcode"],
    nameOf,
  );
  expect(fields).toEqual([{ name: "uterus", message: "Not of an address" }]);
});
