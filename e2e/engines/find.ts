export type Kind = "button" | "link" | "heading" | "field" | "choice" | "region" | "text" | "file";

/**
 * The first visible element of a kind with this accessible name, or null. It runs in the page, in any engine, so it may not use anything from
 * outside the function. `name` is the full name, or a regular expression between slashes; `@question=answer` finds a choice, `@question`
 * a field.
 */
export function findInPage(kind: Kind, name: string): Element | null {
  const selectors: Record<Kind, string> = {
    button: "button, [role=button]",
    link: "a[href]",
    heading: "h1, h2, h3",
    field: "input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select",
    choice: "input[type=radio], input[type=checkbox]",
    region: "section, aside, [role=region]",
    text: "p, li, span, div",
    file: "input[type=file]",
  };
  const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const pattern = /^\/(.*)\/$/.exec(name)?.[1];
  const fits = (text: string) => (pattern === undefined ? text === name : new RegExp(pattern).test(text));
  const nameOf = (element: Element): string => {
    const byId = (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
    const labels = (element as HTMLInputElement).labels ?? [];
    const own = ["region", "field", "choice", "file"].includes(kind) ? "" : element.textContent;
    const named = [element.getAttribute("aria-label"), clean(byId.map((each) => each?.textContent ?? "").join(" "))];
    return (
      [...named, clean([...labels].map((label) => label.textContent).join(" ")), own].map(clean).find(Boolean) ?? ""
    );
  };
  // A choice may be drawn by its label, with the control itself hidden.
  const shown = (element: Element) => (element.clientWidth > 8 ? element : (element.closest("label") ?? element));
  const [, asked, value] = /^@([^=]+)(?:=(.*))?$/.exec(name) ?? [];
  if (asked !== undefined) {
    const named = [...document.getElementsByName(asked)] as HTMLInputElement[];
    const control = named.find((each) => value === undefined || each.value === value);
    return control && ["radio", "checkbox"].includes(control.type)
      ? (control.closest("label") ?? control)
      : (control ?? null);
  }
  const all = [...document.querySelectorAll(selectors[kind])];
  // A field for files is pressed by a button in its place.
  const isShown = (each: Element) => kind === "file" || each.getClientRects().length > 0;
  const found = all.find((each) => isShown(each) && fits(nameOf(each)));
  return found ? (kind === "choice" ? shown(found) : found) : null;
}
