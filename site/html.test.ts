import { describe, expect, test } from "vitest";
import { html } from "./html.ts";
import { markdown } from "./markdown.ts";

const evil = `<img src=x onerror="alert('1')">&`;
const harmless = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;";

describe("the template", () => {
  test("escapes text and attributes", () => {
    expect(html`<a title="${evil}">${evil}</a>`.markup).toBe(`<a title="${harmless}">${harmless}</a>`);
  });

  test("keeps its own markup, joins lists, leaves out null values", () => {
    expect(html`<p>${[html`<b>${1}</b>`, "<"]}${null}${undefined}${false}</p>`.markup).toBe("<p><b>1</b>&lt;</p>");
  });

  test("does not accept markup from a string that looks like it", () => {
    expect(html`${["<script>"]}`.markup).toBe("&lt;script&gt;");
  });
});

const app = { appOrigin: "https://app.example" };

describe("Markdown of the practice", () => {
  test("links to pages of the app, and nowhere else", () => {
    expect(markdown("[Open your plan](/treatment)", 0, app).markup).toBe(
      '<p><a href="https://app.example/treatment">Open your plan</a></p>',
    );
    for (const elsewhere of ["javascript:alert(1)", "//evil.example", "https://evil.example", '/"onclick="x'])
      expect(markdown(`[Here](${elsewhere})`, 0, app).markup).not.toContain("<a");
  });

  test("is escaped before anything else", () => {
    expect(markdown(`**${evil}**`, 0, app).markup).toBe(`<p><strong>${harmless}</strong></p>`);
  });

  test("supports headings, lists, bold and italics", () => {
    const text = "## One\n\nA *b* **c**\nd\n\n- e\n- f\n\n1. g\n2. h";
    expect(markdown(text, 1, app).markup.split("\n")).toEqual([
      "<h3>One</h3>",
      "<p>A <em>b</em> <strong>c</strong> d</p>",
      "<ul><li>e</li><li>f</li></ul>",
      "<ol><li>g</li><li>h</li></ol>",
    ]);
  });
});
