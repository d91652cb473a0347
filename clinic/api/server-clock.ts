let offsetMs = 0;

/** The server's time by its answers, so that a wrong clock on this computer moves no lock. */
export const serverClock = {
  now: (): number => Date.now() + offsetMs,
  sync: (serverTime: string | null): void => {
    const at = serverTime === null ? Number.NaN : Date.parse(serverTime);
    if (!Number.isNaN(at)) offsetMs = at - Date.now();
  },
};
