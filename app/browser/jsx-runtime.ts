import type { ElementType, Key, ReactElement, ReactNode } from "react";

/*
 * What the build has every JSX expression call, of ours and of libraries, instead of React's own. It makes the same elements; a test compares them.
 *
 * A browser that translates replaces text nodes by nodes of its own, while React keeps the old ones: removing one of those, or inserting before it,
 * throws and takes the page down, and words written to it never show. React makes a text node where text stands among other children; text that is all
 * an element holds it sets through the element. So text always has an element to itself: what is only text becomes one string, and what stands beside
 * elements gets an element.
 */

interface Props {
  children?: ReactNode;
  readonly key?: Key;
  readonly ref?: unknown;
}

export const Fragment = Symbol.for("react.fragment");

/** The text of a child that is nothing but text, however many pieces it has; otherwise null. */
function textOf(child: ReactNode): string | null {
  if (Array.isArray(child)) {
    const texts = child.map(textOf);
    return texts.includes(null) ? null : texts.join("");
  }
  if (Object(child) === child) return null;
  return child == null || child === !!child ? "" : `${child as string}`;
}

/** Text in an element that no style names, drawn in line. Blanks between elements are nothing to translate, and no item of a row. */
const held = (children: string, place: number): ReactNode =>
  children.trim() ? jsx("own-text" as ElementType, { children }, `:${place}`) : children;

/** Each run of text in one element, in the place of its first piece: what stands beside text that comes and goes isn't made anew. */
function withOwnText(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return children;
  const texts = children.map(textOf);
  if (!texts.includes(null)) return texts.join("");
  return texts.map((text, place) => {
    if (text === null) return withOwnText(children[place]);
    if (place && texts[place - 1] !== null) return null;
    return held(texts.slice(place, [...texts, null].indexOf(null, place)).join(""), place);
  });
}

export function jsx(type: ElementType | symbol, { key: spread, ...props }: Props, beside?: Key): ReactElement {
  const { children, ref = null } = props;
  if (children) {
    const own = withOwnText(children);
    // What a fragment holds may stand beside anything.
    props.children = type === Fragment && typeof own === "string" ? held(own, 0) : own;
  }
  const key = spread ?? beside;
  return {
    $$typeof: Symbol.for("react.transitional.element"),
    type,
    key: key == null ? null : `${key}`,
    ref,
    props,
  } as unknown as ReactElement;
}

export { jsx as jsxs };
