import type { Kind } from "./conversations.ts";

/** Where in the app she reads a conversation. */
export const conversationPath = (kind: Kind): `/messages/${Kind}` => `/messages/${kind}`;
