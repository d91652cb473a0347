import { cachedContent } from "../loader/cached-content.ts";
import type { Content } from "../schema/content.ts";

let content: Promise<Content> | undefined;

/** The content as a deployment without a brand of its own has it, read once per worker: it is frozen. */
export const shippedContent = (): Promise<Content> => (content ??= cachedContent());
