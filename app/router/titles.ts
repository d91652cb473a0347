/** Title of the window: product name | route title (spec §2.2). */
export const windowTitle = (brand: string, title: string): string => [brand, title].filter(Boolean).join(" | ");
