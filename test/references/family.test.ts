import { describe, expect, test } from "@jest/globals";
import { familiesIn } from "../../src/references/family.ts";

describe("words of one family", () => {
  test.each([
    "translate translated translator translation",
    "encrypt encrypts encrypted encryption",
    "organise organize organizer organisation",
    "track tracks tracker tracking",
    "remind reminder reminders",
  ])("%s", (text) => expect(new Set(familiesIn(text)).size).toBe(1));

  test.each(["play plan", "city cite", "server news", "paper page", "weather web", "user use"])(
    "%s are two",
    (text) => expect(new Set(familiesIn(text)).size).toBe(2),
  );
});
