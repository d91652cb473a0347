type Properties<Tag extends keyof HTMLElementTagNameMap> = Omit<Partial<HTMLElementTagNameMap[Tag]>, "style"> & {
  readonly style: string;
};

/** A new element. Its style is set by script, which a strict content security policy allows, unlike a style attribute in markup. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<Tag>,
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties);
