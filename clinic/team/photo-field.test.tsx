import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { PhotoField } from "./photo-field.tsx";
import type { PhotoChange } from "./send-doctor.ts";

const url = "/doctors/portraits/0198c2f6-0000-7000-8000-000000000001.jpg";
const shown = (uploaded: string | null, change: PhotoChange = null, problem = "") =>
  renderToStaticMarkup(
    <PhotoField
      name="Dr. Elena Marsh"
      uploaded={uploaded}
      change={change}
      problem={problem}
      locked={false}
      onChange={() => {}}
    />,
  );
const jpeg = { file: new File(["x"], "me.jpg", { type: "image/jpeg" }) };
const buttons = (markup: string) =>
  [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, label = ""]) => label.replaceAll(/<[^>]*>/g, ""));

describe("decisions §11 a doctor's own photo in the card's form", () => {
  test("without one, one can be chosen", () => {
    expect(buttons(shown(null))).toEqual(["Choose a photo"]);
    expect(shown(null)).not.toContain("<img");
  });
  test("the one there is can be replaced or removed", () => {
    expect(buttons(shown(url))).toEqual(["Choose another photo", "Remove the photo"]);
    expect(shown(url)).toContain(`src="${url}" alt="Dr. Elena Marsh"`);
  });
  test("a chosen one is previewed, and says what saving does; it can be taken back", () => {
    expect(shown(null, jpeg)).toContain('alt="Preview of me.jpg"');
    expect(shown(null, jpeg)).toContain("“me.jpg” is used when you save.");
    expect(shown(url, jpeg)).toContain("“me.jpg” replaces the photo when you save.");
    expect([buttons(shown(null, jpeg)).at(-1), buttons(shown(url, jpeg)).at(-1)]).toEqual([
      "Remove it",
      "Keep the current one",
    ]);
  });
  test("a kind that browsers can't draw is named instead", () => {
    const heic = shown(null, { file: new File(["x"], "me.heic", { type: "image/heic" }) });
    expect(heic).toContain("We can’t show this kind of picture here yet.");
    expect(heic).not.toContain("<img");
  });
  test("one that will be removed is no longer shown, and can be kept", () => {
    const markup = shown(url, { file: null });
    expect(markup).not.toContain("<img");
    expect(markup).toContain("The photo is removed when you save");
    expect(buttons(markup)).toEqual(["Choose another photo", "Keep the current one"]);
  });
  test("why it isn't saved is at the field, which refers to it", () => {
    const markup = shown(null, null, "“a.pdf” is a document.");
    const id = /<p id="([^"]+)"[^>]*>.*?“a.pdf” is a document\./.exec(markup)?.[1];
    expect(markup).toMatch(new RegExp(`<fieldset[^>]*aria-describedby="[^"]*${id}`));
  });
});
