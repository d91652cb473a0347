import { expect, test } from "vitest";
import { fileProblem, formatBytes, maxFileBytes } from "./file-rules.ts";

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

test("sizes are readable", () => {
  expect(formatBytes(300)).toBe("1 KB");
  expect(formatBytes(2.5 * 1024 * 1024)).toBe("2.5 MB");
});
