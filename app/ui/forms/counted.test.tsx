import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CountedTextarea, CountedTextField, lengthWords } from "./counted.tsx";

describe("§3 a text is never cut", () => {
  test("what is too long stays, is counted by code points, and is refused in words", () => {
    const text = "🌼".repeat(2146);
    const html = renderToStaticMarkup(
      <CountedTextarea label="Note" limit={2000} value={text} onChange={() => undefined} />,
    );
    expect(html).toContain(text);
    expect(html).toContain("146 characters too many. Please use 2,000 or fewer.");
    expect(html).toContain('aria-invalid="true"');
  });

  test("a field of one line says the same", () => {
    const html = renderToStaticMarkup(
      <CountedTextField label="Name" limit={3} value="Rosa" onChange={() => undefined} />,
    );
    expect(html).toContain("1 character too many. Please use 3 or fewer.");
  });

  test("spaces around it don't count, and the last tenth is counted down", () => {
    expect(lengthWords(` ${"x".repeat(100)} `, 100)).toEqual({ left: "0 characters left." });
    expect(lengthWords("x".repeat(90), 100)).toEqual({ left: "10 characters left." });
    expect(lengthWords("x".repeat(89), 100)).toEqual({});
  });

  /** Parts of a date or a height: one field of the form has a fixed number of digits, and the caret goes on to the next. */
  const fixedLength = ["app/onboarding/questions/height-field.tsx", "app/ui/forms/date-of-birth.tsx"];

  test("no field has a `maxLength`, which cuts what is pasted, but where the length is fixed", () => {
    const root = new URL("../../../", import.meta.url);
    const sources = ["app", "clinic"].flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
    );
    const components = sources.filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"));
    expect(components.length).toBeGreaterThan(300);
    const cutting = components.filter((path) => /maxLength[=:]/i.test(readFileSync(new URL(path, root), "utf8")));
    expect(cutting.toSorted()).toEqual(fixedLength);
  });
});
