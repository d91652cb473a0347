import { expect, test } from "vitest";
import { linkFromHash } from "./email-link.ts";

const code = "a-_".padEnd(43, "x");

test("a link says what it is for, and has its code", () => {
  expect(linkFromHash(`#confirm.${code}`)).toEqual({ kind: "confirm", code });
  expect(linkFromHash(`#stop.${code}`)).toEqual({ kind: "stop", code });
});

test.each(["", "#", "#stop", `#stop.${code}x`, `#${code}`, `#undo.${code}`, `#stop.${code.slice(1)}`])(
  "“%s” is no such link",
  (hash) => expect(linkFromHash(hash)).toBeNull(),
);
