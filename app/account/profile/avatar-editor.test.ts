import { expect, test } from "vitest";
import { pictureProblem } from "./avatar-editor.tsx";

test.each([
  ["me.jpg", 1000, undefined],
  ["me.HEIC", 1000, undefined],
  ["me.pdf", 1000, "“me.pdf” is a document. Choose a JPEG, PNG, TIFF or HEIC picture."],
  ["me.gif", 1000, "“me.gif” isn't a JPEG, PNG, TIFF or HEIC picture."],
  ["me.jfif", 1000, "“me.jfif” isn't a JPEG, PNG, TIFF or HEIC picture."],
  ["me.png", 26 * 1024 * 1024, "“me.png” is larger than 25 MB. Choose a smaller file."],
  ["me.png", 0, "“me.png” is empty. Choose another file."],
])("§5 profile picture %s of %i bytes", (name, size, problem) => expect(pictureProblem({ name, size })).toBe(problem));
