import { expect, test } from "vitest";
import { initialsOf } from "./avatar.tsx";

test.each([
  [["Maria", "Delgado"], "MD"],
  [["åsa", " öberg "], "ÅÖ"],
  [["Maria", null], "M"],
  [[undefined, ""], ""],
])("§3 user without a picture: %j shows %j", (names, initials) => expect(initialsOf(...names)).toBe(initials));
