import { describe, expect, test } from "vitest";
import { againMs, createWorkChanges, gatherMs } from "./use-work-changes.ts";

/** A server's stream, and a clock that only the test moves. */
function setUp() {
  let time = 1000;
  const timers: { at: number; run: () => void }[] = [];
  const sources: {
    onopen: (() => void) | null;
    onmessage: (() => void) | null;
    onerror: (() => void) | null;
    readyState: number;
    close: () => void;
    closed: boolean;
  }[] = [];
  const changes = createWorkChanges({
    open: () => {
      const source = {
        onopen: null,
        onmessage: null,
        onerror: null,
        readyState: 0,
        closed: false,
        close: () => void (source.closed = true),
      };
      sources.push(source);
      return source;
    },
    later: (run, ms) => {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
    now: () => time,
  });
  const pass = (ms: number) => {
    time += ms;
    for (const timer of timers.filter(({ at }) => at <= time)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
  };
  const looks: PromiseWithResolvers<void>[] = [];
  const stop = changes.follow(() => {
    const look = Promise.withResolvers<void>();
    looks.push(look);
    return look.promise;
  });
  /** The look under way ends. */
  const endLook = async () => {
    looks.at(-1)?.resolve();
    await new Promise(setImmediate);
  };
  return { changes, sources, pass, stop, endLook, looks: () => looks.length };
}

describe("decisions §11 an open desk hears of a change at once", () => {
  test("the first change is looked at without waiting; several are one more look", async () => {
    const { sources, pass, endLook, looks } = setUp();
    const say = () => sources[0]?.onmessage?.();
    say();
    pass(0);
    expect(looks()).toBe(1);
    await endLook();
    for (let n = 0; n < 5; n += 1) say();
    pass(gatherMs - 1);
    expect(looks()).toBe(1);
    pass(1);
    expect(looks()).toBe(2);
    await endLook();
    pass(10 * gatherMs);
    expect(looks()).toBe(2);
  });

  test("changes that come faster than a look ends don't end it: there's one more look after it", async () => {
    const { sources, pass, stop, endLook, looks } = setUp();
    const say = () => sources[0]?.onmessage?.();
    say();
    pass(0);
    for (let n = 0; n < 5; n += 1) {
      say();
      pass(gatherMs);
    }
    expect(looks()).toBe(1);
    await endLook();
    pass(0);
    expect(looks()).toBe(2);
    say();
    stop();
    await endLook();
    pass(10 * gatherMs);
    expect(looks()).toBe(2);
  });

  test("it knows whether it would hear of one, and asks again where the server gave no stream", () => {
    const { changes, sources, pass, stop } = setUp();
    expect(changes.get().up).toBe(false);
    sources[0]?.onopen?.();
    expect(changes.get().up).toBe(true);
    Object.assign(sources[0] ?? {}, { readyState: 2 });
    sources[0]?.onerror?.();
    expect(changes.get().up).toBe(false);
    pass(againMs);
    expect(sources).toHaveLength(2);
    sources[1]?.onopen?.();
    stop();
    expect([changes.get().up, sources[1]?.closed]).toEqual([false, true]);
  });

  test("what was stopped isn't asked for again", () => {
    const { sources, pass, stop } = setUp();
    Object.assign(sources[0] ?? {}, { readyState: 2 });
    sources[0]?.onerror?.();
    stop();
    pass(againMs);
    expect(sources).toHaveLength(1);
  });

  test("a second is long enough to hear of several at once, and half a minute to ask again", () => {
    expect([gatherMs, againMs]).toEqual([400, 30_000]);
  });

  test("while the browser reconnects, nothing else does", () => {
    const { sources, pass } = setUp();
    sources[0]?.onerror?.();
    pass(2 * againMs);
    expect(sources).toHaveLength(1);
  });
});
