/** What is known of a patient's death. */
export interface Death {
  readonly reportedAt: Date;
  /** `YYYY-MM-DD`; null: nobody knows. */
  readonly diedOn: string | null;
  /** Null: somebody says so, and nobody has proved it. */
  readonly confirmedAt: Date | null;
}

interface DeathColumns {
  readonly death_reported_at: Date | null;
  readonly died_on: string | null;
  readonly death_confirmed_at: Date | null;
}

export const toDeath = (row: DeathColumns): Death | null =>
  row.death_reported_at && {
    ...{ reportedAt: row.death_reported_at, diedOn: row.died_on, confirmedAt: row.death_confirmed_at },
  };
