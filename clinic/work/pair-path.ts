/** Where two records are compared. */
export const pairPath = (id: string): string => `/clinic/pair/${id}`;
