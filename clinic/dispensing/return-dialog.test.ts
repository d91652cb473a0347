import { expect, test } from "vitest";
import { returnReasons } from "#contract/care/packed-lines.ts";
import { returnTold } from "./return-dialog.tsx";

test("what came back by the carrier asks for the address; what the patient sent back doesn't", () => {
  const asked = returnReasons.filter((reason) => returnTold(reason).includes("address"));
  expect(asked).toEqual(returnReasons.filter((reason) => reason !== "sent_back"));
  expect(returnTold("sent_back")).toContain("back with us");
});
