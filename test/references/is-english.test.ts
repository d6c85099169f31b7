import { expect, test } from "@jest/globals";
import { isEnglish } from "../../src/references/is-english.ts";

test.each<[string, boolean]>([
  ["read barcodes from a camera picture", true],
  ["Stopwatch: terminal stopwatch, laps, colours, sounds, themes. It beeps.", true],
  ["csv", true],
  ["barcode scanner", true],
  ["Crème brûlée recipes for a café, with the steps", true],
  ["Texte automatisch zusammenfassen: die wichtigsten Sätze auswählen", false],
  ["Leer códigos de barras desde una imagen", false],
  ["Определять падеж и склонять слова", false],
  ["生成 文档 并编译", false],
  ["バーコードを読む", false],
  ["", true],
])("%s", (text, expected) => expect(isEnglish(text)).toBe(expected));
