/** Why a file may not import another, or null when it may. Both are paths from the project root. */
export function objection(from: string, target: string): string | null;

/** Server folders beside the features that compose them, or that all of them use. */
export const notFeatures: ReadonlySet<string>;

/** The feature, or the folder beside the features, that a file of the server or the app is in; null at the top. */
export function featureOf(path: string): string | null;
