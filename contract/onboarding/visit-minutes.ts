/**
 * How long a visit takes, as it is promised wherever one begins. The minutes left that a visit shows begin here or lower: tests hold the time that its
 * questions take, and every text that names it, to this.
 */
export const visitMinutes = 12;
