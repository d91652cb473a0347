import type { Services } from "#server/platform/services.ts";

/** Makes the demo patients of the content, once per version of them. */
export async function seedDemo(_services: Services): Promise<void> {}
