import { expect, test } from "vitest";
import { fencesIn, say } from "./said.js";

const rows = (text: string) => text.match(/^\|/gm)?.length ?? 0;
const bullets = (text: string) => text.match(/^- /gm)?.length ?? 0;
const numbered = (text: string) => text.match(/^\d+\. /gm)?.length ?? 0;
const headings = (text: string) => text.match(/^#+ /gm)?.length ?? 0;
const sentences = (text: string) => text.split(/[.。।؟!?](?:\s|$|(?=[^\u0020-\u007f]))/u).filter(Boolean).length;

test.each([
  "Erstelle eine Tabelle mit drei Programmiersprachen und ihren Vorteilen",
  "Fais un tableau comparatif de trois langages de programmation",
  "Haz una tabla con tres lenguajes de programación",
  "Crea una tabella con tre linguaggi di programmazione",
  "Crie uma tabela com três linguagens de programação",
  "Сделай таблицу с тремя языками программирования",
  "أنشئ جدولاً بثلاث لغات برمجة",
  "צור טבלה עם שלוש שפות תכנות",
  "用表格比较三种编程语言",
  "3つのプログラミング言語を表で比較して",
  "세 가지 프로그래밍 언어를 표로 비교해 줘",
  "तीन प्रोग्रामिंग भाषाओं की तालिका बनाओ",
])("a table has as many rows as are asked for: %s", async (prompt) => {
  expect(rows(await say(prompt))).toBe(5);
});

test.each([
  "Nenne fünf Tipps für besseren Schlaf",
  "Donne-moi cinq conseils pour mieux dormir",
  "Dame cinco consejos para dormir mejor",
  "Dammi cinque consigli per dormire meglio",
  "Dê-me cinco dicas para dormir melhor",
  "Дай пять советов для лучшего сна",
  "أعطني خمس نصائح لنوم أفضل",
  "תן לי חמישה טיפים לשינה טובה יותר",
  "给我五个改善睡眠的建议",
  "よく眠るためのコツを5つ教えて",
  "잠을 잘 자기 위한 팁 다섯 가지를 알려줘",
  "बेहतर नींद के लिए पाँच सुझाव दो",
])("a list has as many items as are asked for: %s", async (prompt) => {
  expect(bullets(await say(prompt))).toBe(5);
});

test.each([
  "Donne une liste numérotée de 4 étapes pour faire du café",
  "Дай нумерованный список из 4 шагов",
  "أعطني قائمة مرقمة من 4 خطوات لتحضير القهوة",
  "列出泡咖啡的4个步骤",
  "커피 내리는 방법을 4단계로 알려줘",
])("steps are numbered: %s", async (prompt) => {
  expect(numbered(await say(prompt))).toBe(4);
});

test.each([
  "Schreibe eine Python-Funktion, die Primzahlen findet",
  "Écris une fonction Python qui trouve les nombres premiers",
  "Напиши функцию на Python, которая находит простые числа",
  "اكتب دالة بايثون تجد الأعداد الأولية",
  "写一个查找质数的Python函数",
  "素数を見つけるPythonの関数を書いて",
  "소수를 찾는 파이썬 함수를 작성해 줘",
])("code is in the language of programs and its frame in that of the prompt: %s", async (prompt) => {
  const text = await say(prompt);

  expect(fencesIn(text)).toMatchObject([{ tag: "python", code: expect.stringContaining("is_prime") }]);
  expect(text).not.toMatch(/\b(?:Here is|version|covers|kept short)\b/);
});

test.each([
  "Schreibe drei Sätze über Berlin",
  "Écris trois phrases sur Paris",
  "Напиши три предложения о Москве",
  "اكتب ثلاث جمل عن القاهرة",
  "写三句关于北京的话",
  "東京について3文書いて",
  "서울에 대해 세 문장을 써 줘",
])("so many sentences: %s", async (prompt) => {
  expect(sentences(await say(prompt))).toBe(3);
});

test.each([
  "Schreibe einen Artikel mit Überschriften über Bienen",
  "Escribe un artículo con encabezados sobre las abejas",
  "写一篇带标题的关于蜜蜂的文章",
  "見出し付きで蜂についての記事を書いて",
])("an article has headings: %s", async (prompt) => {
  expect(headings(await say(prompt))).toBeGreaterThan(2);
});

test.each([
  "Gib mir einen Titel für einen Artikel über Tee",
  "Donne-moi un titre pour un article sur le thé",
  "给一篇关于茶的文章起个标题",
  "お茶についての記事のタイトルを考えて",
])("a title is one line: %s", async (prompt) => {
  expect(await say(prompt)).toMatch(/^[^\n#]{4,60}$/);
});

test("a poem in another language has verses, and not advice", async () => {
  expect(await say("秋についての俳句を書いて")).toMatch(/^\*\*秋\*\*\n\n[^。\n]+ {2}\n[^。\n]+ {2}\n[^。\n]+$/);
  expect(await say("Schreibe ein Gedicht über den Herbst")).toContain("Der Morgen kommt auf leisen Schuhn");
});

test("a question about a function that is no program gets no code", async () => {
  expect(fencesIn(await say("Welche Funktion hat die Leber?"))).toEqual([]);
  expect(fencesIn(await say("Quelle est la fonction du foie ?"))).toEqual([]);
});
