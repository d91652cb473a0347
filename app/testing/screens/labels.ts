export const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

export const isCalled = (label: string, name: string | RegExp): boolean =>
  typeof name === "string" ? plain(label) === name : name.test(plain(label));

const fields = "input, textarea, select";

/** The fields in a part of the page that a label calls so, in their order: one around it or that names it, or one that it names itself. */
export function fieldsCalled(name: string | RegExp, within: HTMLElement): readonly HTMLElement[] {
  const called = new Set<Element | null>();
  for (const label of within.querySelectorAll("label"))
    if (isCalled(wordsOf(label), name))
      called.add(label.htmlFor ? document.getElementById(label.htmlFor) : label.querySelector(fields));
  return [...within.querySelectorAll<HTMLElement>(fields)].filter(
    (field) => called.has(field) || ownNames(field).some((label) => isCalled(label, name)),
  );
}

function ownNames(field: HTMLElement): readonly string[] {
  const label = field.getAttribute("aria-label");
  const ids = field.getAttribute("aria-labelledby");
  const named = ids === null ? [] : ids.split(/\s+/).flatMap((id) => document.getElementById(id)?.textContent ?? []);
  return [...(label === null ? [] : [label]), ...named, ...(named.length > 1 ? [named.join(" ")] : [])];
}

/** What a label says, without what stands in the fields within it. */
function wordsOf(label: Node): string {
  if (label.nodeType === Node.TEXT_NODE) return label.textContent ?? "";
  if (/^(?:BUTTON|METER|OUTPUT|PROGRESS|SELECT|TEXTAREA|INPUT)$/.test(label.nodeName)) return "";
  return [...label.childNodes].map(wordsOf).join("");
}
