import { describe, expect, test } from "vitest";
import { noticesBeside } from "./notices-left.tsx";

const lupus = { questionid: "conditions", text: "Your doctor will look at your lupus." };
const age = { questionid: null, text: "Your doctor will look at your age." };
const dropped = { questionid: "allergies", text: "We took the patch off your plan." };

describe("§5 every notice stands somewhere on the screen, and once", () => {
  test("beside its question, whether the answer is given or saved", () => {
    expect(noticesBeside("conditions", [lupus, age], [lupus, dropped])).toEqual([lupus]);
    expect(noticesBeside("conditions", [], [lupus])).toEqual([lupus]);
  });
  test("above Continue, where it is about no question of the screen", () => {
    expect(noticesBeside(null, [lupus, age], [dropped, age], ["conditions"])).toEqual([age, dropped]);
    expect(noticesBeside(null, [], [dropped], ["allergies"])).toEqual([]);
  });
});
