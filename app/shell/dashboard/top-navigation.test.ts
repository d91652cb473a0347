import { expect, test } from "vitest";
import { messagesPath } from "./top-navigation.tsx";

const states = ["IA", "MI", "NH", "NC"];

test.each(states)("§2.1, §6 Messages in %s opens the list", (state) =>
  expect(messagesPath(state, states)).toBe("/messages"),
);
test.each(["NY", "CA", null])("§2.1, §6 Messages in %s opens the doctor's", (state) => {
  expect(messagesPath(state, states)).toBe("/messages/doctor");
});
