/** Why a file may not import another, or null when it may. Both are paths from the project root. */
export function objection(from: string, target: string): string | null;
