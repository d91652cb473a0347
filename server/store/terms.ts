import type { Content } from "#content/loader/load.ts";

/** The version of the terms a cart order is made under, kept on the order. */
export const cartTermsVersion = ({ consents }: Pick<Content, "consents">): string =>
  consents
    .filter((consent) => consent.at === "signup" && consent.required)
    .map(({ id, version }) => `${id}@${version}`)
    .join(" ");
