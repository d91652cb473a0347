import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TrendChart } from "./trend-chart.tsx";

/** Positions of the marks of a drawing, larger than the ticks of the scale; the line between them; and its text. */
function drawn(then: number, now: number | null) {
  const direction = now === null ? null : "better";
  const html = renderToStaticMarkup(
    <TrendChart label="Hot flashes" then={then} now={now} max={4} direction={direction} text="3 then, 1 now, better" />,
  );
  const circles = [...html.matchAll(/<circle[^>]*cx="([\d.]+%)"[^>]*r="(\d+)"/g)].map(([, cx, r]) => [cx, Number(r)]);
  return {
    places: circles.filter(([, r]) => r === 3).map(([cx]) => cx),
    marks: circles.filter(([, r]) => r !== 3),
    lines: [...html.matchAll(/<line[^>]*x1="([\d.]+%)"[^>]*x2="([\d.]+%)"/g)].map(([, from, to]) => [from, to]),
    words: /<figcaption[^>]*>(.*)<\/figcaption>/.exec(html)?.[1]?.replace(/<[^>]*>/g, ""),
  };
}

test("§4 Follow-up modal, symptoms compared with last time in a small chart: a mark for then, one for now, a line between, and the words", () => {
  expect(drawn(3, 1)).toEqual({
    places: ["10%", "30%", "50%", "70%", "90%"],
    marks: [
      ["70%", 9],
      ["30%", 10],
    ],
    lines: [
      ["10%", "90%"],
      ["70%", "30%"],
    ],
    words: "Hot flashes: 3 then, 1 now, better",
  });
});

test("the same as then, one mark is inside the other; not answered yet, then is alone; neither has a line", () => {
  expect(drawn(2, 2)).toMatchObject({
    marks: [
      ["50%", 9],
      ["50%", 5],
    ],
    lines: [["10%", "90%"]],
  });
  expect(drawn(2, null)).toMatchObject({ marks: [["50%", 9]], lines: [["10%", "90%"]] });
});
