import { expect, test } from "vitest";
import { fileProblem, formatBytes, maxFileBytes, pictureProblem } from "./file-rules.ts";

test("pictures and PDFs up to 25 MB are accepted, whatever their case", () => {
  for (const name of ["id.JPG", "id.jpeg", "scan.tiff", "photo.HEIC", "photo.heif", "letter.pdf", "a.b.png"]) {
    expect(fileProblem({ name, size: maxFileBytes })).toBeUndefined();
  }
});

test("other kinds, including jfif, and oversized or empty files are refused with a reason", () => {
  expect(fileProblem({ name: "photo.jfif", size: 10 })).toContain("isn't a JPEG");
  expect(fileProblem({ name: "drawing.svg", size: 10 })).toContain("isn't a JPEG");
  expect(fileProblem({ name: "noextension", size: 10 })).toContain("isn't a JPEG");
  expect(fileProblem({ name: "id.png", size: maxFileBytes + 1 })).toContain("larger than 25 MB");
  expect(fileProblem({ name: "id.png", size: 0 })).toContain("is empty");
});

test.each([
  ["me.jpg", 1000, undefined],
  ["me.HEIC", 1000, undefined],
  ["me.pdf", 1000, "“me.pdf” is a document. Choose a JPEG, PNG, TIFF or HEIC picture."],
  ["me.gif", 1000, "“me.gif” isn't a JPEG, PNG, TIFF or HEIC picture."],
  ["me.jfif", 1000, "“me.jfif” isn't a JPEG, PNG, TIFF or HEIC picture."],
  ["me.png", 26 * 1024 * 1024, "“me.png” is larger than 25 MB. Choose a smaller file."],
  ["me.png", 0, "“me.png” is empty. Choose another file."],
])("§5 profile picture %s of %i bytes", (name, size, problem) => expect(pictureProblem({ name, size })).toBe(problem));

test("sizes are readable", () => {
  expect(formatBytes(300)).toBe("1 KB");
  expect(formatBytes(2.5 * 1024 * 1024)).toBe("2.5 MB");
});
