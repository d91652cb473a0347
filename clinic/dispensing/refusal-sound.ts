/** Two low notes: whoever looks at the box in their hand hears that it isn't taken. Silent where the browser plays nothing. */
export function playRefusal(): void {
  try {
    const context = new AudioContext();
    const volume = new GainNode(context, { gain: 0.2 });
    volume.connect(context.destination);
    for (const [at, frequency] of [
      [0, 330],
      [0.18, 220],
    ] as const) {
      const note = new OscillatorNode(context, { type: "square", frequency });
      note.connect(volume);
      note.start(context.currentTime + at);
      note.stop(context.currentTime + at + 0.14);
    }
    setTimeout(() => void context.close(), 600);
  } catch {
    // No sound device.
  }
}
