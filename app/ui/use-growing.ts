import { type RefObject, useLayoutEffect } from "react";

const fit = (field: HTMLTextAreaElement): void => {
  field.style.height = "auto";
  const borders = field.offsetHeight - field.clientHeight;
  field.style.height = `${field.scrollHeight + borders}px`;
};

/** What `field-sizing: content` does, where the browser doesn't know it: a text field as tall as its text, between its CSS limits. */
export function useGrowing(ref: RefObject<HTMLTextAreaElement | null>): void {
  const needed = !CSS.supports("field-sizing", "content");
  // Its text may change with any render.
  useLayoutEffect(() => {
    if (needed && ref.current) fit(ref.current);
  });
  useLayoutEffect(() => {
    const field = ref.current;
    if (!needed || !field) return;
    const onInput = () => fit(field);
    let width = field.clientWidth;
    const resized = new ResizeObserver(() => {
      if (field.clientWidth === width) return;
      width = field.clientWidth;
      fit(field);
    });
    field.addEventListener("input", onInput);
    resized.observe(field);
    return () => {
      field.removeEventListener("input", onInput);
      resized.disconnect();
    };
  }, [needed, ref]);
}
