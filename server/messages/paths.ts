import type { Kind } from "./conversations.ts";

/** Where in the app she reads a conversation. */
export const pathOf = (kind: Kind): `/messages/${Kind}` => `/messages/${kind}`;
