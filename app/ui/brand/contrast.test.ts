import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/* WCAG 2.2, 1.4.3 and 1.4.11, for every pair of colors that meet on a screen, in both themes, by day and by night. */

/** Contrast ratio of two colors `#rrggbb`. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((from) => Number.parseInt(color.slice(from, from + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The theme's colors, by name without `--`, of the day or of the night. */
function colorsOf(theme: string, scheme: "day" | "night"): (name: string) => string {
  const css = readFileSync(`${import.meta.dirname}/theme-${theme}.css`, "utf8");
  const values = new Map([...css.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
  const color = (name: string): string => {
    const value = values.get(name) ?? "";
    const pair = /^light-dark\((.+), (.+)\)$/.exec(value);
    const chosen = pair ? pair[scheme === "day" ? 1 : 2] : value;
    const reference = /^var\(--([\w-]+)\)$/.exec(chosen ?? "")?.[1];
    return reference ? color(reference) : (chosen ?? "");
  };
  return color;
}

const papers = ["color-ground", "color-ground-deep", "color-surface", "color-surface-tint"];
const inks = [
  "color-ink",
  "color-ink-muted",
  "color-link",
  "color-accent-deep",
  "color-danger",
  "color-success",
  "color-warning",
  "color-info",
];
const texts: readonly (readonly [string, string])[] = [
  ...papers.flatMap((paper) => inks.map((ink) => [ink, paper] as const)),
  ...["accent", "success", "warning", "danger", "info"].map((tone) => ["color-ink", `color-${tone}-soft`] as const),
  ...["success", "warning", "danger", "info"].map((tone) => [`color-${tone}`, `color-${tone}-soft`] as const),
  ["color-link", "color-accent-soft"],
  ["color-on-action", "color-action"],
  ["color-on-action", "color-action-hover"],
  ["color-on-accent", "color-accent"],
  ["color-on-danger", "color-danger"],
  ["color-on-danger", "color-danger-hover"],
  ["color-on-lead", "color-lead"],
  ["color-lead-muted", "color-lead"],
];
/** What must be seen, not read: borders of fields, the mark of focus, lines of drawings. */
const shapes: readonly (readonly [string, string])[] = [
  ...papers.flatMap((paper) => ["color-line-strong", "color-focus", "art-line"].map((line) => [line, paper] as const)),
  ["color-action", "color-surface"],
  ["art-line", "art-ground"],
];

describe.each(["redesign", "classic"])("the %s theme", (theme) => {
  describe.each(["day", "night"] as const)("by %s", (scheme) => {
    const color = colorsOf(theme, scheme);
    const below = (pairs: typeof texts, least: number) =>
      pairs
        .map(([front, back]) => ({ front, back, ratio: contrast(color(front), color(back)) }))
        .filter(({ ratio }) => !(ratio >= least))
        .map(({ front, back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`);

    test("1.4.3 every text has a contrast of 4.5 on every ground it stands on", () => {
      expect(below(texts, 4.5)).toEqual([]);
    });

    test("1.4.11 borders of fields, focus and drawings have a contrast of 3", () => {
      expect(below(shapes, 3)).toEqual([]);
    });
  });

  test("every color has a night", () => {
    const css = readFileSync(`${import.meta.dirname}/theme-${theme}.css`, "utf8");
    const dayOnly = [...css.matchAll(/--((?:color|art)-[\w-]+): (?!light-dark)/g)].map(([, name]) => name);
    expect(dayOnly).toEqual([]);
  });
});
