/** Limits of staff sessions and of what proves who somebody is (decisions §11). */
export const staffLimits = {
  /** A session ends this long after sign-in, whatever happens. */
  sessionHours: 12,
  /** Without a call by the person for so long, a session is locked until they prove again that it is them. */
  idleMinutes: 15,
  /** How long a password alone waits for the second factor. */
  secondFactorMinutes: 10,
  /** Exports, keys, roles and one's own factors need a proof no older than this. */
  freshProofMinutes: 5,
  invitationHours: 72,
  /** How long something to do stays with whoever works on it, after they last did. */
  claimMinutes: 15,
  /** How long a reason, or work, opens a patient's record. */
  recordHours: 1,
  recoveryCodes: 10,
  /** Longer than a patient's: a colleague's password opens many records. */
  passwordMin: 12,
  passwordMax: 200,
} as const;
